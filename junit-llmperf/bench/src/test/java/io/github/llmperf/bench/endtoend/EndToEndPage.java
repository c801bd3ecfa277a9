package io.github.llmperf.bench.endtoend;

import io.github.llmperf.bench.Place;
import io.github.llmperf.bench.verdict.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult.Status;

/**
 * Tells how builds came out.
 *
 * @param scores one for each candidate
 * @param trials most of a build
 */
record EndToEndPage(List<Scored> scores, int trials) {

    String text() {
        StringBuilder text = new StringBuilder(head());
        for (double effect : new double[] {0, EndToEnd.EFFECT}) {
            List<Double> groups = new ArrayList<>(EndToEnd.SDS);
            for (double sd : groups) {
                row(text, effect, String.format(Locale.ROOT, "%.1f %%", 100 * sd), of(effect, sd));
            }
            row(
                    text,
                    effect,
                    "both",
                    groups.stream().flatMap(sd -> of(effect, sd).stream()).toList());
        }
        return text.append("\n").append(baselines()).toString();
    }

    private List<Scored> of(double effect, double sd) {
        return scores.stream()
                .filter(scored -> scored.effect() == effect && scored.sd() == sd)
                .toList();
    }

    private static void row(StringBuilder text, double effect, String sd, List<Scored> scores) {
        if (scores.isEmpty()) {
            return;
        }
        int n = scores.size();
        Map<String, Long> verdicts =
                scores.stream().collect(Collectors.groupingBy(Scored::verdict, TreeMap::new, Collectors.counting()));
        text.append(String.format(
                Locale.ROOT,
                "| %s | %s | %d | %s | %s | %s | %.2f | %s |%n",
                effect == 0 ? "nothing" : "+" + Math.round(100 * effect) + " %",
                sd,
                n,
                new Interval(count(scores, Status.FAILED), n),
                new Interval(count(scores, Status.SUCCESSFUL), n),
                new Interval(count(scores, Status.ABORTED), n),
                scores.stream().mapToInt(Scored::started).average().orElseThrow(),
                verdicts.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "))));
    }

    private static int count(List<Scored> scores, Status status) {
        return (int) scores.stream().filter(scored -> scored.status() == status).count();
    }

    private String baselines() {
        int[] recorded = scores.stream()
                .filter(scored -> scored.effect() == 0)
                .mapToInt(Scored::recorded)
                .toArray();
        int builds = Arrays.stream(recorded).sum();
        return String.format(
                Locale.ROOT,
                "Storing %d baselines of %d runs took %d builds, and judging %d candidates took %d: what was invalid was run"
                        + " again.%n",
                recorded.length,
                EndToEnd.STORED,
                builds,
                scores.size(),
                scores.stream().mapToInt(Scored::builds).sum());
    }

    private String head() {
        return String.format(
                Locale.ROOT,
                """
                # Whole builds, scored by their outcome

                A test of a user, run by the extension in a launcher against the simulator over HTTP: 10 users, 100 requests \
                of 8 tokens. Each start of the server is slower or faster by a luck that the test knows nothing of (standard \
                deviation as in the table); the machine adds its own. For each row's number of times the extension recorded a \
                baseline of %d runs, and judged one unchanged candidate and one that is 20 %% slower, up to %s each. \
                Percentages with Clopper and Pearson's interval at 95 %%.

                Written, from the root of the project, by

                ```
                mvn -q -Pbench,end-to-end -pl junit-llmperf/bench -am process-test-classes
                ```

                which goes on where it was interrupted. %s.

                | changed | sd | builds | failed | passed | not judged (skipped) | starts | verdicts |
                |---|---|---|---|---|---|---|---|
                """,
                EndToEnd.STORED,
                trials == 1 ? "one trial" : trials + " trials",
                Place.words());
    }
}
