package io.github.llmperf.protocol.sagemaker;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * By whom and for which region requests are signed.
 *
 * @param region such as {@code eu-central-1}
 * @param accessKeyId public part of the key
 * @param secretAccessKey secret part of the key
 * @param sessionToken of a temporary key; null for a lasting one
 */
record AwsIdentity(String region, String accessKeyId, String secretAccessKey, @Nullable String sessionToken) {

    private static final Pattern HOST = Pattern.compile(
            "(?:.*\\.)?runtime\\.sagemaker(?:-fips)?\\.(?<region>[a-z0-9-]+)\\.(?:vpce\\.)?amazonaws\\.com(?:\\.cn)?");

    /**
     * Takes keys from the usual variables. A region that AWS's own host names comes before those of the variables, since a
     * signature for another one would be refused.
     *
     * @throws IllegalArgumentException if a variable is missing
     */
    static AwsIdentity from(Map<String, String> environment, URI url, String api) {
        return new AwsIdentity(
                region(environment, url, api),
                needed("AWS_ACCESS_KEY_ID", environment, api),
                needed("AWS_SECRET_ACCESS_KEY", environment, api),
                optional("AWS_SESSION_TOKEN", environment));
    }

    private static String region(Map<String, String> environment, URI url, String api) {
        Matcher host = HOST.matcher(url.getHost().toLowerCase(Locale.ROOT));
        if (host.matches()) {
            return host.group("region");
        }
        String region = optional("AWS_REGION", environment);
        String other = optional("AWS_DEFAULT_REGION", environment);
        return region == null && other != null ? other : needed("AWS_REGION", environment, api);
    }

    private static String needed(String variable, Map<String, String> environment, String api) {
        String value = optional(variable, environment);
        if (value == null) {
            throw new IllegalArgumentException(variable + " must be set with api \"" + api
                    + "\", whose requests are signed, but is not; set the environment variable");
        }
        return value;
    }

    private static @Nullable String optional(String variable, Map<String, String> environment) {
        String value = environment.get(variable);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** Without its secrets. */
    @Override
    public String toString() {
        return "AWS key in " + region;
    }
}
