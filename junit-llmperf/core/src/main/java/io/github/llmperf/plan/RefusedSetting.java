package io.github.llmperf.plan;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** A setting has a value that its load cannot have. Whoever knows where it was written says so to the user. */
@API(status = Status.INTERNAL, since = "0.1")
public final class RefusedSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String setting;

    /**
     * Refuses a value.
     *
     * @param setting name of the setting, as annotations have it
     * @param must what it must be, what it is, and the way out; the message is this behind the name
     */
    public RefusedSetting(String setting, String must) {
        super(setting + " " + must);
        this.setting = setting;
    }

    /**
     * Returns which setting it is.
     *
     * @return the name of an attribute
     */
    public String setting() {
        return setting;
    }
}
