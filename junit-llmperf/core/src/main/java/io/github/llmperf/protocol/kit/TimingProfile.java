package io.github.llmperf.protocol.kit;

import static io.github.llmperf.protocol.kit.TimingProfile.Role.CACHED_TOKENS;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.DECODE;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.INFERENCE;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.OUTPUT_TOKENS;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.PREFILL;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.PROMPT_TOKENS;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.QUEUE;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.TIME_PER_TOKEN;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.TIME_TO_FIRST_TOKEN;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.TOTAL;
import static io.github.llmperf.protocol.kit.TimingProfile.Role.VALIDATION;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the timing headers of one server mean.
 *
 * @param name for people
 * @param headers those it sends; of two that say the same, the better one first
 */
record TimingProfile(String name, List<Header> headers) {

    /** What a header tells. */
    enum Role {
        QUEUE,
        VALIDATION,
        PREFILL,
        DECODE,
        INFERENCE,
        TOTAL,
        TIME_TO_FIRST_TOKEN,
        TIME_PER_TOKEN,
        PROMPT_TOKENS,
        OUTPUT_TOKENS,
        CACHED_TOKENS
    }

    /** What a time may contain besides what its name says. */
    enum Includes {
        QUEUE,
        FIRST_TOKEN
    }

    /**
     * One header.
     *
     * @param name in lower case
     * @param unit 1 for counts and ms, 1000 for seconds
     * @param includes what the time contains
     */
    record Header(String name, Role role, double unit, Set<Includes> includes) {

        static Header of(String name, Role role, Includes... includes) {
            return new Header(name, role, 1, Set.of(includes));
        }

        Header inSeconds() {
            return new Header(name, role, 1000, includes);
        }
    }

    private static final List<Header> COMMON = List.of(
            Header.of("x-total-time", TOTAL, Includes.QUEUE, Includes.FIRST_TOKEN),
            Header.of("x-queue-time", QUEUE),
            Header.of("x-inference-time", INFERENCE, Includes.FIRST_TOKEN),
            Header.of("x-prompt-tokens", PROMPT_TOKENS));

    private static final List<Header> OF_TGI = more(
            COMMON,
            // The total once more, so that it only stands in for a missing one.
            Header.of("x-compute-time", TOTAL, Includes.QUEUE, Includes.FIRST_TOKEN)
                    .inSeconds(),
            Header.of("x-validation-time", VALIDATION),
            Header.of("x-generated-tokens", OUTPUT_TOKENS));

    private static final Header FROM_FIRST = Header.of("x-time-per-token", TIME_PER_TOKEN, Includes.FIRST_TOKEN);

    /** TGI: whole ms, cut off; inference / generated tokens is the time per token. */
    static final TimingProfile TGI = new TimingProfile("TGI", more(OF_TGI, FROM_FIRST));

    /** Forks of TGI that tell prefill and decoding apart: the time per token leaves out the first. */
    static final TimingProfile PREFILL_DECODING = new TimingProfile(
            "x-prefill-time and x-decoding-time",
            more(
                    OF_TGI,
                    Header.of("x-prefill-time", PREFILL, Includes.FIRST_TOKEN),
                    Header.of("x-decoding-time", DECODE),
                    Header.of("x-time-per-token", TIME_PER_TOKEN)));

    /** LoRAX: TGI's, and the first token apart from the others; neither includes the queue. */
    static final TimingProfile LORAX = new TimingProfile(
            "LoRAX",
            more(
                    OF_TGI,
                    FROM_FIRST,
                    Header.of("x-time-to-first-token", TIME_TO_FIRST_TOKEN, Includes.FIRST_TOKEN),
                    Header.of("x-time-per-output-token", TIME_PER_TOKEN)));

    /** vLLM, as proposed for its request statistics: ms with two decimals. */
    static final TimingProfile VLLM = new TimingProfile(
            "vLLM",
            more(
                    COMMON,
                    Header.of("x-prefill-time", PREFILL, Includes.FIRST_TOKEN),
                    Header.of("x-decode-time", DECODE),
                    Header.of("x-completion-tokens", OUTPUT_TOKENS),
                    Header.of("x-cached-tokens", CACHED_TOKENS)));

    /** All, the plainest first. */
    private static final List<TimingProfile> KNOWN = List.of(TGI, PREFILL_DECODING, LORAX, VLLM);

    /** Keeps a copy. */
    TimingProfile {
        headers = List.copyOf(headers);
    }

    private static List<Header> more(List<Header> some, Header... others) {
        List<Header> all = new ArrayList<>(some);
        all.addAll(List.of(others));
        return List.copyOf(all);
    }

    /**
     * Chooses the profile that knows most of the headers that are there; of equals the plainest, so that what a server
     * leaves out is not guessed. Headers that only another profile knows are added to it.
     *
     * @param names of an answer's headers, in lower case
     * @return what to read; empty when no profile knows any
     */
    static Optional<TimingProfile> of(Set<String> names) {
        TimingProfile best = TGI;
        for (TimingProfile profile : KNOWN) {
            best = profile.known(names) > best.known(names) ? profile : best;
        }
        List<Header> headers = new ArrayList<>(best.headers);
        for (TimingProfile other : KNOWN) {
            other.headers.stream()
                    .filter(header -> headers.stream().noneMatch(h -> h.name.equals(header.name)))
                    .forEach(headers::add);
        }
        TimingProfile completed = new TimingProfile(best.name, headers);
        return completed.known(names) == 0 ? Optional.empty() : Optional.of(completed);
    }

    private long known(Set<String> names) {
        return headers.stream().filter(header -> names.contains(header.name)).count();
    }
}
