package io.github.llmperf.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskTests {

    private static final Secret KEY = Secret.of("sk-Zq9x/Rt+7Wm&PLANTEDkeyVb3");

    private static final String KEY_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_/+.&";

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
                "sk-Zq9x/Rt*****eyVb3",
                "sk-Z****eyVb3",
                "sk-Zq...b3",
                "sk-Zq…b3",
                "sk-Zqxxxxxxxxxxb3",
                "sk-Zq[REDACTED]yVb3",
                "sk-Zq<20 more>yVb3",
                "PLANTEDkeyVb3",
                "SK-ZQ9X/RT+7WM&PLANTEDKEYVB3",
                "3bVyekDETNALP&mW7+tR/x9qZ-ks",
                "736b2d5a7139782f52742b37576d26504c414e5445446b6579566233",
                "736B2D5A7139782F52742B37576D26504C414E5445446B6579566233",
                "\\u0073\\u006b\\u002d\\u005a\\u0071\\u0039\\u0078\\u002f"
            })
    void masksAKeyHoweverAServerWritesIt(String form) {
        assertThat(KEY.maskIn("key " + form + ", no other")).isEqualTo("key ***, no other");
    }

    @Test
    void masksWhatIsLeftOfACutKey() {
        assertThat(KEY.maskIn("key sk-Zq9x/Rt+7Wm&PLANTEDkeyV...")).isEqualTo("key ***...");
        assertThat(KEY.maskIn("key sk-Zq9x")).isEqualTo("key sk-Zq9x");
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
                "sk-no-key, sk-no key for no-key, sk-no key for no-key",
                "sk-no-key-required, a key is required but sk-no-key-required came, a key is required but sk-no-key-required came",
                "sk-no-key-is-needed, a key is needed but sk-no-key-is-needed came, a key is needed but *** came",
                "sk-no-key-is-needed, sk-no-key-is-wanted, ***wanted",
                "placeholder, a placeholder, a placeholder"
            })
    void leavesTheWordsOfAKeyThatIsNone(String key, String text, String masked) {
        assertThat(Secret.of(key).maskIn(text)).isEqualTo(masked);
    }

    @Test
    void leavesTheSchemeOfAnAuthorization() {
        Secret secret = Secret.of("Bearer sk-planted-0123456789");

        assertThat(secret.maskIn("wants Bearer sk-…, got Bearer sk-planted-0123456789, or sk-planted-0123456789"))
                .isEqualTo("wants Bearer sk-…, got ***, or ***");
    }

    @Test
    void masksAPasswordOfAnyScript() {
        Secret secret = Secret.of("pässwörter-geheim");

        assertThat(secret.maskIn("p%C3%A4ssw%c3%b6rter-geheim, päss…geheim, P\\u00e4SSWÖRTER-geheim!"))
                .isEqualTo("***, ***, ***!");
    }

    @Test
    void masksTwiceAsOnce() {
        String masked = KEY.maskIn("sk-Zq9x/Rt+7Wm&PLANTEDkeyVb3 and sk-Z****eyVb3");

        assertThat(masked).isEqualTo("*** and ***");
        assertThat(KEY.maskIn(masked)).isEqualTo(masked);
    }

    @Test
    void masksEveryFormOfAnyKeyAndNothingElse() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            String key = key(random);
            Secret secret = Secret.of(key);
            String before = words(random);
            String after = words(random);
            forms(key, random).forEach((name, form) -> assertThat(secret.maskIn(before + " " + form + "\n" + after))
                    .as("%s of %s: %s", name, key, form)
                    .isEqualTo(before + " ***\n" + after));
        }
    }

    @Test
    void masksAKeyWithinTheBase64OfOtherBytes() {
        Random random = new Random(11);
        for (int round = 0; round < 300; round++) {
            String key = key(random);
            byte[] bytes = (words(random) + key + words(random)).getBytes(StandardCharsets.UTF_8);
            for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
                String masked = Secret.of(key).maskIn(encoder.encodeToString(bytes));
                assertThat(masked).containsOnlyOnce("***");
                String shown = Stream.of(masked.split("\\*\\*\\*", -1))
                        .map(SecretMaskTests::lettersOfBase64)
                        .collect(Collectors.joining("|"));
                assertThat(shown).doesNotContain(key.substring(0, 8)).doesNotContain(key.substring(key.length() - 8));
            }
        }
    }

    @Test
    void leavesTextsWithoutTheKeyAsTheyAre() {
        Random random = new Random(13);
        for (int round = 0; round < 1000; round++) {
            String text = words(random) + key(random) + "\uD83D" + words(random);
            assertThat(Secret.of(key(random)).maskIn(text)).isEqualTo(text);
        }
    }

    /** All that a decoder reads at any of the places where a group of four may begin. */
    private static String lettersOfBase64(String text) {
        String digits = text.replace('-', '+').replace('_', '/').replace("=", "");
        return Stream.of(0, 1, 2, 3)
                .filter(start -> start <= digits.length())
                .map(digits::substring)
                .map(rest -> rest.substring(0, rest.length() - rest.length() % 4))
                .map(rest -> new String(Base64.getDecoder().decode(rest), StandardCharsets.ISO_8859_1))
                .collect(Collectors.joining("|"));
    }

    private static Map<String, String> forms(String key, Random random) {
        String inUrl = URLEncoder.encode(key, StandardCharsets.UTF_8);
        String tail = key.substring(key.length() - 12);
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("as it is", key);
        forms.put("its end", tail);
        forms.put("starred", key.substring(0, 7) + "****" + key.substring(key.length() - 4));
        forms.put("dotted", key.substring(0, 5) + "..." + key.substring(key.length() - 2));
        forms.put("url", inUrl);
        forms.put("url, lower case", lowerEscapes(key));
        forms.put("url, twice", URLEncoder.encode(inUrl, StandardCharsets.UTF_8));
        forms.put("url, in part", mixed(key, random));
        forms.put("page", key.replace("&", "&amp;").replace("/", "&#x2F;"));
        forms.put("JSON", key.replace("&", "\\u0026").replace("/", "\\/"));
        forms.put("hex", HexFormat.of().formatHex(bytes));
        forms.put("hex, upper case", HexFormat.of().withUpperCase().formatHex(bytes));
        forms.put("reversed", new StringBuilder(key).reverse().toString());
        forms.put("upper case", key.toUpperCase(Locale.ROOT));
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
