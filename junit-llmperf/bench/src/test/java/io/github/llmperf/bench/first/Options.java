package io.github.llmperf.bench.first;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is measured, from arguments such as {@code --streams 1,100 --rounds 3}.
 *
 * @param streams in flight, one row of the table each
 * @param rounds how often each cell is measured
 * @param kinds which cells there are
 * @param java the program that runs the clients
 * @param jvm further options of the clients' JVM; {@code none} for none
 * @param work directory of everything but the pages
 * @param pages directory of the pages; {@code -} to print only
 */
record Options(
        List<Integer> streams,
        int rounds,
        List<Cell.Kind> kinds,
        Path java,
        List<String> jvm,
        Path work,
        String pages) {

    private static final int MOST_TEN = 100;

    static Options parse(String[] args) {
        Map<String, String> options = new TreeMap<>(Map.of(
                "streams", "1,10,100,500,1000,1250",
                "rounds", "5",
                "kinds", "closed,open,ten,bare,start,start_unrehearsed",
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "jvm", "none",
                "work", Path.of("target", "first-load").toString(),
                "pages", "-"));
        for (int i = 0; i < args.length; i += 2) {
            String key = args[i].replaceFirst("^--", "");
            if (!options.containsKey(key) || i + 1 == args.length) {
                throw new IllegalArgumentException(
                        "argument must be one of " + options.keySet() + " with a value, but is " + args[i]);
            }
            options.put(key, args[i + 1]);
        }
        return new Options(
                Cell.streams(options.get("streams")),
                Integer.parseInt(options.get("rounds")),
                Arrays.stream(options.get("kinds").split(",", -1))
                        .map(kind -> Cell.Kind.valueOf(kind.toUpperCase(Locale.ROOT)))
                        .toList(),
                Path.of(options.get("java")),
                options.get("jvm").equals("none")
                        ? List.of()
                        : List.of(options.get("jvm").split(" ", -1)),
                Path.of(options.get("work")).toAbsolutePath(),
                options.get("pages"));
    }

    /** Returns all cells in the order of one round. */
    List<Cell> cells() {
        return kinds.stream()
                .flatMap(kind -> switch (kind) {
                    case CLOSED, OPEN, BARE -> streams.stream().map(n -> new Cell(kind, n));
                    case TEN -> streams.stream().filter(n -> n <= MOST_TEN).map(n -> new Cell(kind, n));
                    case START -> Stream.of(new Cell(kind, 1));
                    case START_UNREHEARSED -> Stream.of(new Cell(kind, 1)).filter(any -> Rehearsal.isThere());
                })
                .toList();
    }
}
