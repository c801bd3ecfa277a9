package io.github.llmperf;

import java.lang.annotation.Annotation;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * What a {@link TargetSource} can see of the test class it serves.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public interface TargetContext {

    /**
     * Returns the class whose tests are about to run.
     *
     * @return the test class
     */
    Class<?> testClass();

    /**
     * Returns which of several targets is to be started.
     *
     * @return one of {@link TargetSource#targets} or of {@link LlmTarget#name()}; empty where there is one target only
     */
    default Optional<String> target() {
        return Optional.empty();
    }

    /**
     * Finds an annotation that is present or meta-present on the test class, a superclass or an enclosing class.
     *
     * @param type the annotation's type
     * @param <A> the annotation's type
     * @return the nearest one, or empty
     */
    <A extends Annotation> Optional<A> annotation(Class<A> type);

    /**
     * Returns a configuration parameter, whatever its prefix.
     *
     * @param key the full key
     * @return its value, or empty
     */
    Optional<String> configurationParameter(String key);
}
