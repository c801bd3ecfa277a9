package io.github.llmperf.wording;

import io.github.llmperf.baseline.Difference;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** In what runs differ that cannot be compared, in words. */
@API(status = Status.INTERNAL, since = "0.1")
public final class DifferenceText {

    private DifferenceText() {}

    /**
     * Says what has changed since stored runs.
     *
     * @return such as {@code model changed from qwen2.5-7b to llama-3}
     */
    public static String changed(List<Difference> differences) {
        return all(
                differences, one -> one.field() + " changed from " + orUnset(one.from()) + " to " + orUnset(one.to()));
    }

    /**
     * Says in what runs differ from others of the same time, so that nothing has changed from the ones to the others.
     *
     * @return such as {@code label gpu is H100, not A100}
     */
    public static String apart(List<Difference> differences) {
        return all(differences, one -> one.field() + " is " + orUnset(one.to()) + ", not " + orUnset(one.from()));
    }

    private static String all(List<Difference> differences, Function<Difference, String> words) {
        return differences.stream().map(words).collect(Collectors.joining(", "));
    }

    private static String orUnset(String value) {
        return value.isEmpty() ? "unset" : value;
    }
}
