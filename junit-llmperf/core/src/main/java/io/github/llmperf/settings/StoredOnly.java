package io.github.llmperf.settings;

import io.github.llmperf.plan.BaselinePolicy.Mode;
import io.github.llmperf.plan.Scenario;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings that name stored runs, or say something of the run that is stored. */
final class StoredOnly {

    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9._/-]+");

    private StoredOnly() {}

    /** Returns the reason for accepting the run of a test; null for none. */
    static @Nullable String accept(Parameters parameters, Mode mode, Scenario test) {
        Setting accept = parameters.get(ConfigurationKeys.ACCEPT).orElse(null);
        if (accept == null) {
            return null;
        }
        if (mode != Mode.RECORD) {
            throw accept.wrong("accepting a run must store it: add -D" + ConfigurationKeys.BASELINE + "=record");
        }
        return accept.parse(AcceptSetting::parse).reasonFor(test).orElse(null);
    }

    /** Returns what the stored run is tagged with; null for nothing. */
    static @Nullable String tag(Parameters parameters, Mode mode) {
        Setting tag = parameters.get(ConfigurationKeys.TAG).orElse(null);
        if (tag == null) {
            return null;
        }
        if (mode != Mode.RECORD) {
            throw tag.wrong("tagging a run must store it: add -D" + ConfigurationKeys.BASELINE + "=record");
        }
        return tag.parse(StoredOnly::tag);
    }

    /** Returns the tag of the runs that are the anchor; null for none. */
    static @Nullable String anchor(Settings annotations, Parameters parameters) {
        return parameters
                .get(ConfigurationKeys.ANCHOR)
                .or(() -> annotations.get("anchor"))
                .map(setting -> setting.parse(StoredOnly::tag))
                .orElse(null);
    }

    private static String tag(String text) {
        if (!TAG.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "value must be a tag of letters, digits and . - _ /, as in \"v1.2\", but "
                            + (text.isBlank() ? "is blank" : "is \"" + text + "\""));
        }
        return text;
    }
}
