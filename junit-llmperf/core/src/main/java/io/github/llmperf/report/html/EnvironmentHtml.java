package io.github.llmperf.report.html;

import io.github.llmperf.baseline.BaselineRun;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.model.StoredRun;
import io.github.llmperf.report.svg.Markup;
import io.github.llmperf.report.text.Facts;
import io.github.llmperf.wording.Figures;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The environment of the run, and its differences from the newest stored run, which may explain a change. */
final class EnvironmentHtml {

    private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\.[0-9.]+|\\[::1]");

    private final Report report;
    private final SafeText safe;
    private final Optional<BaselineRun> before;

    EnvironmentHtml(Report report, SafeText safe) {
        this.report = report;
        this.safe = safe;
        this.before = report.baseline().stored().latestWithMachine().map(StoredRun::run);
    }

    Markup section() {
        Map<String, String> facts = Facts.environment(report);
        Map<String, String> was =
                before.map(run -> Facts.machine(run.environment())).orElse(Map.of());
        List<String> changed = new ArrayList<>();
        Markup list = new Markup().open("dl", "class", "facts");
        facts.forEach((name, value) -> {
            String old = was.getOrDefault(name, value);
            list.open("div").element("dt", name).open("dd").prose(safe.of(value));
            if (!old.equals(value) && !isSameMachine(name, old, value)) {
                changed.add(name);
                list.text(" ").element("span", "≠ was " + safe.of(old), "class", "tag open was");
            }
            list.close().close();
        });
        list.close();
        Markup section = new Markup().open("section").element("h2", "Environment");
        sentence(changed).ifPresent(words -> section.element("p", words));
        return section.add(list).close();
    }

    /** Lists the differences; nothing if there is no stored run. */
    private Optional<String> sentence(List<String> changed) {
        return before.map(run -> {
            String which = "the newest stored run, of " + StoredRun.date(run)
                    + (run.commit() == null ? "" : " (commit " + StoredRun.commit(run) + ")");
            return safe.of(
                    changed.isEmpty()
                            ? "As far as it is known, all is as in " + which + "."
                            : Figures.count(changed.size(), "fact") + (changed.size() == 1 ? " differs" : " differ")
                                    + " from " + which + ": " + String.join(", ", changed) + ".");
        });
    }

    /** A local port differs in each build and has no meaning. */
    private static boolean isSameMachine(String name, String old, String value) {
        return name.equals(Facts.TARGET) && isThisMachine(old) && isThisMachine(value);
    }

    private static boolean isThisMachine(String target) {
        try {
            String host = URI.create(target).getHost();
            return host != null && THIS_MACHINE.matcher(host).matches();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
