package io.github.llmperf.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.llmperf.allure.DescriptionHtml;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.corpus.Skeleton;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.publish.FilesPublisher;
import io.github.llmperf.publish.RequestSink;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.WordyReports;
import io.github.llmperf.report.text.FailureMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Words of others, wherever they come from, are shown as words: everything that is written with hostile ones consists of the
 * same elements as with a harmless one. All files are looked at, so that those of outputs to come are as well.
 */
class HostileContentTests {

    private static final String HARMLESS = "harmless";

    private static final String HOSTILE = "\"'><script>alert(1)</script></svg></style></title></textarea>]]>--><!--"
            + "<img src=x onerror=alert(1)>' onload='x |a|`b`[c](javascript:d) =1+1 ${e} &lt;f&#60; \u202e\u2066\u0000\u0007"
            + "\u001b[31m\r\n::error::g\u2028\uD800 ../../../h ..\\i%2e%2e/";

    /** Line feeds end lines; all else would draw on a terminal, or turn text around. */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Cc}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029&&[^\\n]]");

    private static final Set<String> TEXTS = Set.of("html", "svg", "md", "csv", "hlog");

    @TempDir
    static Path harmless;

    @TempDir
    static Path hostile;

    @TempDir
    static Path endless;

    private static Map<String, String> expected;
    private static Map<String, String> found;

    @BeforeAll
    static void publish() throws IOException {
        expected = publish(HARMLESS, harmless);
        found = publish(HOSTILE, hostile);
    }

    private static Map<String, String> publish(String word, Path output) throws IOException {
        return publish(
                output,
                List.of(
                        WordyReports.regression(word, 1, output),
                        WordyReports.regression(word, 2, output),
                        WordyReports.paired(word, 3, output)));
    }

    private static Map<String, String> publish(Path output, List<Report> reports) throws IOException {
        for (Report report : reports) {
            try (RequestSink sink = RequestSink.of(report.plan(), problem -> {
                throw new AssertionError(problem);
            })) {
                sink.started(report.run().times().started());
                report.run().records().forEach(sink::ended);
            }
            new FilesPublisher().write(report);
        }
        Summary summary = new SummaryFile(output, NanoClock.SYSTEM).rebuild();
        Files.writeString(output.resolve("description.html"), new DescriptionHtml().render(reports.get(0)));
        Files.writeString(
                output.resolve("failure.md"), FailureMessage.of(reports.get(0), Path.of("/results/report.html")));
        Files.writeString(
                output.resolve("console.csv"),
                String.join("\n", ConsoleTable.of(summary.rows(), Path.of("/results/summary.md"))));
        return files(output);
    }

    /** Texts of all files, by a name in which the directory of each cell is a number. */
    private static Map<String, String> files(Path output) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(output)) {
            List<Path> sorted = all.filter(Files::isRegularFile).sorted().toList();
            List<Path> directories =
                    sorted.stream().map(Path::getParent).distinct().toList();
            for (Path file : sorted) {
                files.put(directories.indexOf(file.getParent()) + "/" + file.getFileName(), read(file));
            }
        }
        return files;
    }

    private static String read(Path file) {
        try {
            return file.toString().endsWith(".gz") ? "" : Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Map.Entry<String, String>> found(String... endings) {
        Map<String, String> some = new TreeMap<>(found);
        some.keySet().removeIf(name -> Stream.of(endings).noneMatch(name::endsWith));
        assertThat(some).as("files of " + List.of(endings)).isNotEmpty();
        return some.entrySet().stream();
    }

    @Test
    void neitherLeavesTheOutputNorMakesFilesOfItsOwn() {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        assertThat(hostile.getParent().resolve("h")).doesNotExist();
    }

    @Test
    void addsNoElementAndNoAttributeToAPage() {
        assertThat(found(".html")).allSatisfy(page -> {
            String plain = expected.get(page.getKey());
            assertThat(Skeleton.ofHtml(page.getValue())).isEqualTo(Skeleton.ofHtml(plain));
            if (page.getValue().startsWith("<!DOCTYPE")) {
                assertThat(Skeleton.ofXml(page.getValue())).isEqualTo(Skeleton.ofXml(plain));
            }
            Document parsed = Jsoup.parse(page.getValue());
            assertThat(parsed.select("script, iframe, object, embed, [onload], [onerror]"))
                    .isEmpty();
            List<String> pictures = parsed.select("[src]").eachAttr("src");
            List<String> plainPictures = Jsoup.parse(plain).select("[src]").eachAttr("src");
            assertThat(pictures).hasSameSizeAs(plainPictures);
            for (int i = 0; i < pictures.size(); i++) {
                assertThat(Skeleton.ofXml(embedded(pictures.get(i))))
                        .isEqualTo(Skeleton.ofXml(embedded(plainPictures.get(i))));
            }
        });
    }

    /** The one kind of picture that a page may bear: its own. */
    private static String embedded(String source) {
        String svg = "data:image/svg+xml;base64,";
        assertThat(source).startsWith(svg);
        return new String(Base64.getDecoder().decode(source.substring(svg.length())), StandardCharsets.UTF_8);
    }

    @Test
    void addsNothingToAPicture() {
        assertThat(found(".svg")).allSatisfy(picture -> assertThat(Skeleton.ofXml(picture.getValue()))
                .isEqualTo(Skeleton.ofXml(expected.get(picture.getKey()))));
    }

    @Test
    void addsNoHtmlToMarkdown() {
        assertThat(found("summary.md")).allSatisfy(file -> assertThat(Skeleton.ofHtml(file.getValue()))
                .isEqualTo(Skeleton.ofHtml(expected.get(file.getKey()))));
    }

    @Test
    void leadsNowhereElse() {
        assertThat(found(".html")).allSatisfy(page -> assertThat(
                        Jsoup.parse(page.getValue()).select("[href]").eachAttr("href"))
                .allMatch(address -> !address.contains(":") && !address.contains("<") && !address.startsWith("/")));
    }

    @Test
    void endsNoLineAndTurnsNoTextAround() {
        assertThat(found).allSatisfy((name, text) -> {
            if (TEXTS.contains(name.substring(name.lastIndexOf('.') + 1))) {
                assertThat(INVISIBLE.matcher(text).results().map(hit -> "U+%04x at %d"
                                .formatted((int) hit.group().charAt(0), hit.start())))
                        .as(name)
                        .isEmpty();
                assertThat(text.lines().filter(line -> line.startsWith("::"))).isEmpty();
            }
        });
    }

    @Test
    void staysDataInJson() {
        assertThat(found(".json")).allSatisfy(file -> {
            JsonNode result = json(file.getValue());
            assertThat(result.get("verdict").textValue()).isEqualTo(Verdict.REGRESSION.name());
            assertThat(keys(result)).isEqualTo(keys(json(expected.get(file.getKey()))));
            assertThat(result.at("/test/cell/prompt").textValue()).startsWith("\"'><script>alert(1)</script>");
        });
        assertThat(found(".jsonl"))
                .allSatisfy(file -> assertThat(file.getValue().lines())
                        .hasSameSizeAs(expected.get(file.getKey()).lines().toList())
                        .allSatisfy(line -> assertThat(json(line).isObject()).isTrue()));
    }

    @Test
    void staysOneFieldInCsvAndIsNotComputed() {
        assertThat(found("metrics.csv", "matrix.csv", "requests.csv")).allSatisfy(file -> {
            List<List<String>> rows = rows(file.getValue());
            assertThat(rows).hasSameSizeAs(rows(expected.get(file.getKey())));
            assertThat(rows).extracting(List::size).containsOnly(rows.get(0).size());
            assertThat(rows).allSatisfy(row -> assertThat(row).allMatch(field -> !field.matches("[=+@].*|-[^0-9].*")));
        });
    }

    @Test
    @Tag("simulation")
    void isCutWhereItNeverEnds() throws IOException {
        String word = "<\u202e".repeat(500_000);
        Path output = Files.createTempDirectory(endless, "word");

        Map<String, String> files = publish(output, List.of(WordyReports.regression(word, 1, output)));

        assertThat(files.get("0/summary.md")).contains("1 REGRESSION").doesNotContain("not readable");
        files.forEach((name, text) -> {
            if (TEXTS.contains(name.substring(name.lastIndexOf('.') + 1))) {
                assertThat(text.length()).as(name).isLessThan(500_000);
            }
        });
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("must be JSON, but: " + e.getMessage(), e);
        }
    }

    /** Keys with their places; those that are words of others are all called so. */
    private static Set<String> keys(JsonNode node) {
        Set<String> keys = new TreeSet<>();
        node.properties().forEach(field -> {
            String key = field.getKey().matches("[A-Za-z0-9:_$.\\-]+")
                            && !field.getKey().equals(HARMLESS)
                    ? field.getKey()
                    : "word";
            keys.add(key);
            keys(field.getValue()).forEach(inner -> keys.add(key + "/" + inner));
        });
        for (JsonNode item : node.isArray() ? node : new ObjectMapper().createArrayNode()) {
            keys.addAll(keys(item));
        }
        return keys;
    }

    /** As RFC 4180 reads it. */
    private static List<List<String>> rows(String csv) {
        List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>()));
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < csv.length(); i++) {
            char c = csv.charAt(i);
            if (c == '"') {
                boolean escaped = quoted && i + 1 < csv.length() && csv.charAt(i + 1) == '"';
                field.append(escaped ? "\"" : "");
                i += escaped ? 1 : 0;
                quoted = quoted == escaped;
            } else if (!quoted && (c == ',' || c == '\n')) {
                rows.get(rows.size() - 1).add(field.toString());
                field.setLength(0);
                if (c == '\n' && i + 1 < csv.length()) {
                    rows.add(new ArrayList<>());
                }
            } else {
                field.append(c);
            }
        }
        return rows;
    }

    @Test
    void readsCsvAsOthersDo() {
        assertThat(rows("a,\"b,\"\"c\"\"\n\",d\ne,,\"\"\n"))
                .containsExactly(List.of("a", "b,\"c\"\n", "d"), List.of("e", "", ""));
    }
}
