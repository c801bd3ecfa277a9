package io.github.llmperf.samples;

import io.github.llmperf.LlmDefaults;
import io.github.llmperf.Sla;
import io.github.llmperf.simulator.SimulatedLlm;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a team has agreed on for the load tests of one service: where, how much, and what must hold at least. */
@SimulatedLlm(arrivalMillis = 100, stepMillis = 15)
@LlmDefaults(users = 16, requests = 100, maxNewTokens = 16, timeout = "10s")
@Sla(ttftP90 = "1s", errorRate = "0%")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@interface ServiceDefaults {}
