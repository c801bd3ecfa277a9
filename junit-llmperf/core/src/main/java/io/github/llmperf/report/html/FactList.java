package io.github.llmperf.report.html;

import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.report.svg.Markup;
import java.util.Map;

/** Facts by name. */
final class FactList {

    private FactList() {}

    static Markup of(Map<String, String> facts, String cssClass, SafeText safe) {
        Markup list = new Markup().open("dl", "class", cssClass);
        facts.forEach((name, value) -> list.open("div")
                .element("dt", name)
                .open("dd")
                .prose(safe.of(value))
                .close()
                .close());
        return list.close();
    }
}
