package io.github.llmperf.samples;

import io.github.llmperf.LlmLoad;
import io.github.llmperf.Sla;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A load test of answers of a few tokens; whatever it does not say is left to the class. */
@LlmLoad(prompt = "classifier", maxNewTokens = 4)
@Sla(e2eP90 = "1s")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@interface ShortAnswers {}
