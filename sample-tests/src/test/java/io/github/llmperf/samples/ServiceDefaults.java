package io.github.llmperf.samples;

import io.github.llmperf.Baseline;
import io.github.llmperf.LlmDefaults;
import io.github.llmperf.Sla;
import io.github.llmperf.simulator.SimulatedLlm;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a team has agreed on for the load tests of one service: where, how much, and what must hold at least. */
@SimulatedLlm(arrivalMillis = 200, stepMillis = 15)
@LlmDefaults(users = 8, requests = 100, maxNewTokens = 8, timeout = "10s")
@Baseline(gated = {"ttft.p90", "e2e.p50"})
@Sla(ttftP90 = "1s", errorRate = "0%")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@interface ServiceDefaults {}
