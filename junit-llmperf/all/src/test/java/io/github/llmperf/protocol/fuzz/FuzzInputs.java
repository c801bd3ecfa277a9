package io.github.llmperf.protocol.fuzz;

import io.github.llmperf.protocol.BodyEnd;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.WireFixture;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** An endless sequence of inputs: number k of a seed is always the same, whatever was read before it. */
final class FuzzInputs {

    private static final int LONGEST_SEED = 16 * 1024;
    private static final List<Integer> STATUSES =
            List.of(200, 201, 204, 302, 400, 401, 403, 404, 408, 413, 417, 422, 424, 429, 500, 502, 503, 529, 530, 999);
    private static final List<String> TYPES = List.of(
            "text/event-stream",
            "text/event-stream; charset=utf-8",
            "application/json",
            "application/x-ndjson",
            "application/jsonlines",
            "application/vnd.amazon.eventstream",
            "text/html",
            "text/plain",
            "",
            ";;");
    private static final List<String> NAMES = List.of(
            "retry-after",
            "retry-after-ms",
            "date",
            "location",
            "x-queue-time",
            "x-prefill-time",
            "x-decoding-time",
            "x-inference-time",
            "x-total-time",
            "x-time-per-token",
            "x-prompt-tokens",
            "x-generated-tokens",
            "x-compute-time",
            "x-amzn-errortype",
            "x-amzn-sagemaker-content-type");

    private final long seed;
    private final List<String> apis;
    private final List<FuzzInput> fixtures;

    FuzzInputs(long seed, List<Dialect> dialects) {
        this.seed = seed;
        apis = dialects.stream().map(Dialect::name).toList();
        fixtures = WireFixture.all()
                .map(FuzzInput::of)
                .filter(input -> input.body().length() <= LONGEST_SEED)
                .toList();
    }

    FuzzInput input(long number) {
        SplittableRandom random = random(number);
        String api = any(apis, random);
        FuzzInput start = start(api, random);
        String other = random.nextBoolean()
                ? any(ShortAnswers.all(), random)
                : any(fixtures, random).body();
        String body = new Mutations(random).change(start.body(), other);
        return new FuzzInput(
                api,
                random.nextInt(8) == 0 ? !start.stream() : start.stream(),
                random.nextInt(12) == 0 ? any(STATUSES, random) : start.status(),
                headers(start.headers(), random),
                start.prompt(),
                api.startsWith("sagemaker") && random.nextBoolean() ? EventStreamWrap.wrap(body, random) : body,
                random.nextInt(5) == 0 ? BodyEnd.CUT : BodyEnd.CLEAN);
    }

    /** Decides about everything else that is done with an input, such as where it is cut. */
    SplittableRandom random(long number) {
        return new SplittableRandom(seed + 0x9E3779B97F4A7C15L * number);
    }

    /** Mostly what its own server sends, otherwise what another one does. */
    private FuzzInput start(String api, SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            Map<String, String> headers = Map.of("content-type", any(TYPES, random));
            return new FuzzInput(api, true, 200, headers, "?", any(ShortAnswers.all(), random), BodyEnd.CLEAN);
        }
        List<FuzzInput> own =
                fixtures.stream().filter(input -> input.api().equals(api)).toList();
        return any(own.isEmpty() || random.nextInt(8) == 0 ? fixtures : own, random);
    }

    private static Map<String, String> headers(Map<String, String> start, SplittableRandom random) {
        Map<String, String> headers = new TreeMap<>(start);
        if (random.nextInt(6) == 0) {
            headers.put("content-type", any(TYPES, random));
        }
        if (random.nextInt(8) == 0) {
            headers.put(any(NAMES, random), OddTokens.number(random));
        }
        return headers;
    }

    private static <T> T any(List<T> list, SplittableRandom random) {
        return list.get(random.nextInt(list.size()));
    }
}
