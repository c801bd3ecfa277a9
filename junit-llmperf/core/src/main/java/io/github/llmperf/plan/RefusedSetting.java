package io.github.llmperf.plan;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * A setting has a value that its load does not allow. The caller, who knows where it was written, reports it to the
 * user.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class RefusedSetting extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String setting;

    /**
     * Refuses a value.
     *
     * @param must what it must be, what it is, and the way out; the message is this behind the name
     */
    public RefusedSetting(String setting, String must) {
        super(setting + " " + must);
        this.setting = setting;
    }

    /** Returns which setting it is. */
    public String setting() {
        return setting;
    }
}
