package io.github.llmperf.simulator;

import io.github.llmperf.LlmTarget;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Several servers of one class. The compiler makes it of repeated {@link SimulatedLlm} annotations.
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
@Documented
@Inherited
@LlmTarget(from = SimulatedTargetSource.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SimulatedLlms {

    /**
     * The servers, each with a name of its own.
     *
     * @return two or more
     */
    SimulatedLlm[] value();
}
