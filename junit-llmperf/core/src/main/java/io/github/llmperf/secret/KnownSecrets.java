package io.github.llmperf.secret;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * The secrets of this process, for texts of which nobody knows what target they are about: why a test failed before its
 * load. They are static because JUnit's launcher makes the listener that writes such texts and its engine makes the
 * extension that reads keys; all that goes from one to the other is published. Variables of the environment alone would
 * not do: their names may say nothing, and keys also come from vaults.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class KnownSecrets {

    /** Names of environment variables that hold secrets; sessions and sockets of a desktop do not. */
    private static final Pattern SECRET_VARIABLE =
            Pattern.compile("(?i).*(key|token|secret|password|passwd|credential).*");

    /** More than any test has; a target that makes a secret for each request must not fill the memory. */
    private static final int MOST = 1_000;

    private static final Set<String> VALUES = ConcurrentHashMap.newKeySet();

    private KnownSecrets() {}

    static void add(String value) {
        if (VALUES.size() < MOST) {
            VALUES.add(value);
        }
    }

    /** Masks what was ever wrapped as a {@link Secret}, and the values of variables whose names say that they are secret. */
    public static String maskIn(String text) {
        Set<String> all = new HashSet<>(VALUES);
        System.getenv().forEach((name, value) -> {
            if (SECRET_VARIABLE.matcher(name).matches()) {
                all.add(value);
            }
        });
        return new SecretMask(all).in(text);
    }
}
