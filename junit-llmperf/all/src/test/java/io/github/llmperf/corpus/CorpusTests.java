package io.github.llmperf.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.llmperf.allure.RunStep;
import io.github.llmperf.allure.RunSteps;
import io.github.llmperf.build.ConsoleTable;
import io.github.llmperf.build.SummaryFile;
import io.github.llmperf.build.forge.GitHubAnnotations;
import io.github.llmperf.build.forge.GitLabCodeQuality;
import io.github.llmperf.build.page.Summary;
import io.github.llmperf.clock.NanoClock;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.publish.ResultFiles;
import io.github.llmperf.report.html.HtmlRenderer;
import io.github.llmperf.report.json.JsonRenderer;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.text.FailureMessage;
import io.github.llmperf.report.text.ProgressText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds what the product says against what it said before: nothing that a user reads changes unnoticed. What is meant to
 * change is written anew by {@code -Dcorpus.write=true} and shows in the commit.
 */
class CorpusTests {

    private static final Path EXPECTED = Path.of("src/test/corpus");
    private static final boolean WRITES = Boolean.getBoolean("corpus.write");

    /** Attributes that a reader of a page sees, or hears. */
    private static final Set<String> READ = Set.of("href", "title", "aria-label");

    private static List<Report> reports;

    @BeforeAll
    static void play() throws IOException {
        delete(Scenes.OUTPUT);
        reports = Scenes.all();
        for (Report report : reports) {
            ResultFiles files = ResultFiles.forScenario(
                    report.plan().output().directory(), report.plan().scenario());
            Files.createDirectories(files.result().getParent());
            Files.writeString(files.result(), new JsonRenderer(Optional.empty()).render(report));
            Files.writeString(files.html(), new HtmlRenderer().render(report));
            Files.writeString(files.result().resolveSibling("console.txt"), console(report, files.html()));
            Files.writeString(files.result().resolveSibling("steps.txt"), steps(report));
        }
        Map<String, String> variables = Map.of("GITLAB_CI", "true", "GITHUB_ACTIONS", "true");
        Summary summary = new SummaryFile(
                        Scenes.OUTPUT,
                        NanoClock.SYSTEM,
                        new GitLabCodeQuality(variables, Path.of("").toAbsolutePath()),
                        Optional.empty())
                .rebuild();
        List<String> commands = new ArrayList<>();
        new GitHubAnnotations(
                        variables,
                        commands::addAll,
                        NanoClock.SYSTEM,
                        Path.of("").toAbsolutePath())
                .print(Scenes.OUTPUT, summary.rows());
        Files.write(Scenes.OUTPUT.resolve("github.txt"), commands);
        Files.write(
                Scenes.OUTPUT.resolve("console.txt"),
                ConsoleTable.of(summary.rows(), List.of(), 0, false, "all: index.html"));
        if (WRITES) {
            delete(EXPECTED);
            for (String file : files(Scenes.OUTPUT)) {
                Path target = EXPECTED.resolve(file);
                Files.createDirectories(target.getParent());
                Files.writeString(target, readable(Scenes.OUTPUT.resolve(file)));
            }
        }
    }

    private static String console(Report report, Path html) {
        List<String> lines = new ArrayList<>(List.of(ProgressText.judged(report)));
        ProgressText.added(report).ifPresent(lines::add);
        lines.add("");
        lines.add(FailureMessage.of(report, html));
        return String.join("\n", lines) + "\n";
    }

    /** What Allure shows as steps. */
    private static String steps(Report report) {
        return RunSteps.of(report, report.origin().startedAt().plusSeconds(600)).stream()
                .map(step -> text(step, ""))
                .collect(Collectors.joining());
    }

    private static String text(RunStep step, String indent) {
        return indent + step.result() + " " + step.name() + "\n"
                + step.facts().entrySet().stream()
                        .map(fact -> indent + "  " + fact.getKey() + ": " + fact.getValue() + "\n")
                        .collect(Collectors.joining())
                + step.parts().stream().map(part -> text(part, indent + "  ")).collect(Collectors.joining());
    }

    /** A page without its styles and scripts, which are the same for all, and without the shapes of its charts. */
    private static String readable(Path file) throws IOException {
        String text = Files.readString(file);
        if (!file.toString().endsWith(".html")) {
            return text;
        }
        Document page = Jsoup.parse(text);
        page.select("style, script, path, line, rect, circle, polyline, polygon, defs")
                .remove();
        for (Element element : page.getAllElements()) {
            List<String> names = element.attributes().asList().stream()
                    .map(Attribute::getKey)
                    .toList();
            names.stream().filter(name -> !READ.contains(name)).forEach(element::removeAttr);
        }
        return page.body().html() + "\n";
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path file : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static SortedSet<String> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.matches(".*\\.(json|html|txt|md|csv)") && !file.startsWith("."))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    static Stream<String> all() throws IOException {
        return files(EXPECTED).stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void saysWhatItSaid(String file) throws IOException {
        assertThat(readable(Scenes.OUTPUT.resolve(file)))
                .as("if the change is meant: -Dcorpus.write=true")
                .isEqualTo(Files.readString(EXPECTED.resolve(file)));
    }

    @Test
    void saysItOfEachScene() throws IOException {
        assertThat(files(Scenes.OUTPUT)).isEqualTo(files(EXPECTED));
    }

    @Test
    void hasEachVerdict() {
        assertThat(reports).extracting(report -> report.judgement().verdict()).contains(Verdict.values());
    }
}
