package io.github.llmperf.engines;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the build has put the engines, and which versions they have. */
final class Installed {

    private Installed() {}

    /** A path below the module's {@code target}. */
    static Path target(String path) {
        return Path.of(setting("llmperf-engines.target"), path);
    }

    static Path npm(String directory) {
        return target("npm").resolve(directory);
    }

    /** The module's own directory for Jlama. */
    static Path jlama() {
        return Path.of(setting("llmperf-engines.jlama"));
    }

    static String npmVersion(String directory, String packageName) {
        Path json = npm(directory).resolve("node_modules").resolve(packageName).resolve("package.json");
        try {
            return new ObjectMapper()
                    .readTree(Files.readString(json))
                    .path("version")
                    .asText();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "npm package must be installed, but " + json + " cannot be read; run mvn -Preal-engines verify", e);
        }
    }

    static String setting(String key) {
        String value = System.getProperty(key);
        if (value == null) {
            throw new IllegalStateException(
                    key
                            + " must be set by the build, but is not; run mvn -Preal-engines -pl junit-llmperf/engines -am verify");
        }
        return value;
    }
}
