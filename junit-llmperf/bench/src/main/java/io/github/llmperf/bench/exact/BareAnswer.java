package io.github.llmperf.bench.exact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * An answer as the bare selector saw it, in terms of the machine's monotonic clock.
 *
 * @param number which answer of the server it is; −1 when it does not say
 * @param round how many requests its stream had sent before
 * @param sent just before the request was written
 * @param tokens when each token had arrived
 */
@SuppressWarnings("ArrayRecordComponent") // read once, never compared
public record BareAnswer(int number, int round, long sent, long[] tokens) {

    static void write(Path file, List<BareAnswer> answers) throws IOException {
        Files.write(file, answers.stream().map(BareAnswer::line).toList());
    }

    private String line() {
        return LongStream.concat(LongStream.of(number, round, sent), Arrays.stream(tokens))
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    /** Reads answers. */
    public static List<BareAnswer> read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(BareAnswer::of).toList();
        }
    }

    private static BareAnswer of(String line) {
        long[] numbers =
                Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new BareAnswer(
                (int) numbers[0], (int) numbers[1], numbers[2], Arrays.copyOfRange(numbers, 3, numbers.length));
    }

    /**
     * Returns the text of the answer, as it would have been read.
     *
     * @return whole when all its tokens came
     */
    public String text() {
        return AnswerBytes.text(number, tokens.length);
    }
}
