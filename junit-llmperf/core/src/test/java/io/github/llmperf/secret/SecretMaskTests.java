package io.github.llmperf.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTests {

    private static final SecretMask KEY = new SecretMask(List.of("sk-Zq9x/Rt+7Wm&PLANTEDkeyVb3"));

    private static final String KEY_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/+&";

    private static final List<String> WORDS = List.of(
            "the",
            "request",
            "failed:",
            "no",
            "quota",
            "100%",
            "a&b",
            "\\n",
            "\"model\":",
            "…",
            "用户",
            "😀",
            "x=%zz;",
            "****",
            "0123456789abcdef0123456789abcdef",
            "dGhlIHF1aWNrIGJyb3duIGZveA==",
            "authorization",
            "\\u00e9",
            "&nbsp;");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-Zq9x/Rt%2B7Wm%26PLANTEDkeyVb3",
                "sk-Zq9x%2fRt%2b7Wm%26PLANTEDkeyVb3",
                "sk-Zq9x/Rt+7Wm&amp;PLANTEDkeyVb3",
                "sk-Zq9x&#x2F;Rt&#43;7Wm&amp;PLANTEDkeyVb3",
                "sk-Zq9x/Rt+7Wm\\u0026PLANTEDkeyVb3",
                "sk-Zq9x\\/Rt\\x2b7Wm\\u0026PLANTEDkeyVb3",
                "sk-Zq9x%252FRt%252B7Wm%2526PLANTEDkeyVb3",
                "sk-Zq9x%252FRt%252B7Wm&amp;amp;PLANTEDkeyVb3",
                "\\u0073\\u006b\\u002d\\u005a\\u0071\\u0039\\u0078\\u002f",
                "sk-Zq9x/***************************yVb3",
                "sk-...yVb3",
                "sk-Zq…b3",
                "sk-Zq9x\\u002F...yVb3",
                "sk-Zq&#8226;&#8226;&#8226;yVb3"
            })
    void masksAKeyAsServersWriteIt(String form) {
        assertThat(KEY.in("key " + form + ", no other")).isEqualTo("key ***, no other");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-Z****",
                "****yVb3",
                "sk-.b3",
                "sk-***b3",
                "sk***yVb3",
                "sk-Zq9***3",
                "SK-ZQ9X/RT+7WM&PLANTEDKEYVB3",
                "PLANTEDkeyVb3",
                "3bVyekDETNALP&mW7+tR/x9qZ-ks",
                "736b2d5a7139782f52742b37576d26504c414e5445446b6579566233",
                "c2stWnE5eC9SdCs3V20mUExBTlRFRGtleVZiMw=="
            })
    void leavesOtherFormsOfAKey(String form) {
        assertThat(KEY.in("key " + form + ", no other")).isEqualTo("key " + form + ", no other");
    }

    @Test
    void masksWhatIsLeftOfACutKey() {
        assertThat(KEY.in("key sk-Zq9x/Rt+7Wm&PLANTEDkeyV...")).isEqualTo("key ***...");
        assertThat(KEY.in("key sk-Zq9x/")).isEqualTo("key ***");
        assertThat(KEY.in("key sk-Zq9x")).isEqualTo("key sk-Zq9x");
    }

    @Test
    void masksAnEchoThatHasAStarForEachCharacterOfALongKey() {
        String key = "sk-proj-" + "aB3_".repeat(40);

        assertThat(new SecretMask(List.of(key)).in("key sk-proj-" + "*".repeat(156) + "aB3_. Get another"))
                .isEqualTo("key ***. Get another");
    }

    /** Whoever answers with megabytes that look like keys again and again does not hold up a run. */
    @Test
    void readsLongTextsInOnePass() {
        String text = "sk-Zq****&amp;%2f\\u002f".repeat(100_000) + "sk-Zq" + "*".repeat(1_000_000);

        assertThat(KEY.in(text + "sk-Zq9x/Rt+7Wm&PLANTEDkeyVb3")).isEqualTo(text + "***");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "test, the latest test of testing, the latest test of testing",
                "EMPTY, empty output: EMPTY or EMPTY_OUTPUT, empty output: EMPTY or EMPTY_OUTPUT",
                "ollama, com.acme.ollama.ChatTest at ollama 0.6.2, com.acme.ollama.ChatTest at ollama 0.6.2",
                "Bearer ollama, ollama said no, ollama said no",
                "1, 1 of 10 requests, 1 of 10 requests",
                "12345678, 12345678 bytes, 12345678 bytes",
                "a7b9, key a7b9 refused, key *** refused",
                "a7b9, id xa7b9 or a7b94, id xa7b9 or a7b94",
                "sk-no-key, sk-no key for no-key, sk-no key for no-key",
                "sk-no-key-required, a key is required but sk-no-key-required came, a key is required but sk-no-key-required came",
                "sk-no-key-is-needed, a key is needed but sk-no-key-is-needed came, a key is needed but *** came",
                "false, expected false, expected false",
                "sk-no-key-is-needed, sk-no-key-is-wanted, ***wanted",
                "placeholder, a placeholder, a placeholder"
            })
    void leavesTheWordsOfAKeyThatIsNone(String key, String text, String masked) {
        assertThat(new SecretMask(List.of(key)).in(text)).isEqualTo(masked);
    }

    @Test
    void leavesTheSchemeOfAnAuthorization() {
        SecretMask secret = new SecretMask(List.of("Bearer sk-planted-0123456789"));

        assertThat(secret.in("wants Bearer sk-…, got Bearer sk-planted-0123456789, or sk-planted-0123456789"))
                .isEqualTo("wants Bearer sk-…, got ***, or ***");
    }

    @Test
    void masksAPasswordOfAnyScript() {
        SecretMask secret = new SecretMask(List.of("pässwörter-geheim"));

        assertThat(secret.in("p%C3%A4ssw%c3%b6rter-geheim, päss…heim, p\\u00e4sswörter-geheim!"))
                .isEqualTo("***, ***, ***!");
    }

    @Test
    void masksTwiceAsOnce() {
        String masked = KEY.in("sk-Zq9x/Rt+7Wm&PLANTEDkeyVb3 and sk-Z****eyVb3");

        assertThat(masked).isEqualTo("*** and ***");
        assertThat(KEY.in(masked)).isEqualTo(masked);
    }

    @Test
    void masksTheseFormsOfAnyKeyAndNothingElse() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            String key = key(random);
            SecretMask secret = new SecretMask(List.of(key));
            String before = words(random);
            String after = words(random);
            forms(key, random).forEach((name, form) -> assertThat(secret.in(before + " " + form + "\n" + after))
                    .as("%s of %s: %s", name, key, form)
                    .isEqualTo(before + " ***\n" + after));
        }
    }

    @Test
    void leavesTextsWithoutTheKeyAsTheyAre() {
        Random random = new Random(13);
        for (int round = 0; round < 1000; round++) {
            String text = words(random) + key(random) + "\uD83D" + words(random);
            assertThat(new SecretMask(List.of(key(random))).in(text)).isEqualTo(text);
        }
    }

    private static Map<String, String> forms(String key, Random random) {
        String inUrl = URLEncoder.encode(key, StandardCharsets.UTF_8);
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("as it is", key);
        forms.put("its start", key.substring(0, 8));
        forms.put("starred", key.substring(0, 7) + "****" + key.substring(key.length() - 4));
        forms.put("dotted", key.substring(0, 5) + "..." + key.substring(key.length() - 2));
        forms.put("url", inUrl);
        forms.put("url, lower case", lowerEscapes(key));
        forms.put("url, twice", URLEncoder.encode(inUrl, StandardCharsets.UTF_8));
        forms.put("url, in part", mixed(key, random));
        forms.put("page", key.replace("&", "&amp;").replace("/", "&#x2F;"));
        forms.put("JSON", key.replace("&", "\\u0026").replace("/", "\\/"));
        return forms;
    }

    private static String lowerEscapes(String key) {
        return each(key, letter -> "%" + HexFormat.of().toHexDigits((byte) letter));
    }

    private static String mixed(String key, Random random) {
        return each(
                key,
                letter -> random.nextBoolean()
                        ? String.valueOf((char) letter)
                        : "%" + HexFormat.of().withUpperCase().toHexDigits((byte) letter));
    }

    private static String each(String key, IntFunction<String> form) {
        return key.chars()
                .mapToObj(letter ->
                        Character.isLetterOrDigit(letter) ? String.valueOf((char) letter) : form.apply(letter))
                .collect(Collectors.joining());
    }

    private static String key(Random random) {
        return "sk-"
                + random.ints(24 + random.nextInt(40), 0, KEY_CHARACTERS.length())
                        .mapToObj(i -> String.valueOf(KEY_CHARACTERS.charAt(i)))
                        .collect(Collectors.joining());
    }

    private static String words(Random random) {
        return random.ints(random.nextInt(12), 0, WORDS.size())
                .mapToObj(WORDS::get)
                .collect(Collectors.joining(" "));
    }
}
