package io.github.llmperf.report.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.metric.Limit.Bound;
import io.github.llmperf.metric.Measure;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.wording.FindingText;

/** Writes findings: every one has all keys, null where a finding has no such thing. */
final class FindingJson {

    /** The kind of a finding that nothing stored can be compared with. */
    static final String BASELINE = "BASELINE";

    private final JsonWriting json;

    FindingJson(JsonWriting json) {
        this.json = json;
    }

    void writeTo(ArrayNode array, Finding finding) {
        ObjectNode node = array.addObject();
        node.put("kind", kind(finding));
        node.putNull("measure");
        node.put("status", finding.status().name());
        for (String key : new String[] {"limit", "bound", "actual", "withoutFailures", "baseline"}) {
            node.putNull(key);
        }
        for (String key : new String[] {"change", "changeLow", "changeHigh"}) {
            node.putNull(key);
        }
        for (String key : new String[] {"tolerance", "runs", "unit", "n", "certified"}) {
            node.putNull(key);
        }
        node.putNull("accepted");
        for (String key : new String[] {"against", "trials", "p", "runToRunSd", "detectable", "runsNeeded"}) {
            node.putNull(key);
        }
        if (finding instanceof Finding.Sla sla) {
            sla(node, sla);
        } else if (finding instanceof Finding.Comparison comparison) {
            comparison(node, comparison);
        }
        json.put(node, "text", FindingText.of(finding));
    }

    static String kind(Finding finding) {
        if (finding instanceof Finding.Sla) {
            return "SLA";
        }
        if (finding instanceof Finding.Comparison) {
            return "REGRESSION";
        }
        if (finding instanceof Finding.NotComparable) {
            return BASELINE;
        }
        if (finding instanceof Finding.Validity) {
            return "HEALTH";
        }
        if (finding instanceof Finding.Overrun) {
            return "OVERRUN";
        }
        if (finding instanceof Finding.Capacity) {
            return "CAPACITY";
        }
        return finding instanceof Finding.Fault ? "ERROR" : "NOTE";
    }

    private void sla(ObjectNode node, Finding.Sla sla) {
        measure(node, sla.limit().measure());
        json.put(node, "limit", sla.limit().value())
                .put(node, "actual", sla.actual())
                .put(node, "withoutFailures", sla.withoutFailures());
        node.put("bound", bound(sla));
        node.put("n", sla.n());
        node.put("certified", sla.certified());
    }

    private static String bound(Finding.Sla sla) {
        String sign = sla.limit().bound() == Bound.AT_MOST ? "<" : ">";
        return sla.limit().strict() ? sign : sign + "=";
    }

    private void comparison(ObjectNode node, Finding.Comparison comparison) {
        measure(node, comparison.measure());
        json.put(node, "actual", comparison.values().candidate())
                .put(node, "baseline", comparison.values().baseline())
                .put(node, "change", comparison.values().change())
                .put(node, "changeLow", comparison.values().changeLow())
                .put(node, "changeHigh", comparison.values().changeHigh())
                .put(node, "tolerance", comparison.subject().tolerance());
        comparison.accepted().ifPresent(reason -> json.put(node, "accepted", reason));
        node.put("runs", comparison.evidence().runs());
        node.put("n", comparison.evidence().n());
        ObjectNode against = node.putObject("against");
        against.put("kind", comparison.against().kind().name());
        json.put(against, "name", comparison.against().name());
        node.put("trials", comparison.evidence().trials());
        json.put(node, "p", comparison.evidence().p())
                .put(node, "runToRunSd", comparison.evidence().runToRunSd())
                .put(node, "detectable", comparison.evidence().detectable());
        node.put("runsNeeded", comparison.evidence().runsNeeded());
    }

    private static void measure(ObjectNode node, Measure measure) {
        node.put("measure", measure.toString());
        node.put("unit", measure.metric().unit().symbol());
    }
}
