package io.github.llmperf.bench.first;

import io.github.llmperf.bench.Sections;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * The two pages, of which each Java has a section.
 *
 * @param directory where they lie
 * @param java that was measured
 */
record Pages(Path directory, Path java) {

    private static final String FIRST_LOAD =
            """
            # What the client adds in a fresh Java

            Each row is what a user's build does: a fresh JVM runs a test with `@LlmLoad` in JUnit's launcher, with the
            extension's defaults and `llmperf.records=full`; no load before it but the extension's own rehearsal. A server in
            another process on the same processors, warmed up by a client of its own, sends the first token 50 ms after a
            request and 63 more 10 ms apart (absolute schedule), and notes with the machine's monotonic clock when it had read
            the request and when it wrote each token. Each text begins with the answer's number, so that `requests.jsonl.gz`
            is held beside the server's notes request by request. In each round all cells are run once, in random order.

            - *ttft error*: the client's ttft − the server's (just before the first token's write − just after the read that
              completed the request). As in reports, a request starts when it is sent in a closed loop, and when it is due in
              an open one. *Sent late by*: sent − due.
            - *gap seen − sent*: of each two tokens; *merged*: tokens with the arrival of the one before; *lost*: requests that
              failed or of which a token is missing. Measured requests only; most of any round.
            - *µs per event*: processor time of the client's process (compiler and collector in it) from the arrival of the
              load's first request to the write of its last token, warm-up requests in it, rehearsal and reports not; divided
              by token events. *Bare selector*: one thread in a fresh JVM of its own, in the same rounds, that reads, stamps
              and finds where events end. The system counts processor time in steps of 10 ms.
            - *Server*: its processor time per token event, and how late it wrote its tokens against its own schedule. Where that
              is more than 5 ms, half a gap, the machine did not carry the load, whatever the client made of it.
            - An open loop has the request rate that keeps as many streams in flight.
            - Times in ms: the middle of all rounds (least–most). A row is *noisy* when other programs used more than 0.15
              processors. *Misses* says which target of this table is missed:

            | streams | 1 | 10 | 100 | 500 | 1,000 and more |
            |---|---|---|---|---|---|
            | mean ttft error, ms | 0.5 | 0.5 | 1 | 2 | 5 |
            | p99 of gap seen − sent, ms | 0.3 | 0.3 | 0.5 | 1 | 2 |

            Further targets: first and tenth load of a JVM differ by at most 0.3 ms up to 100 streams; at most 10 µs per event
            and twice the bare selector, from 100 streams on (below, compiling is most of it, the selector's too); 100,000
            believed events per second; test method to first request 300 ms without rehearsal; rehearsal 1.5 s.

            Written, from the root of the project, on a machine that does nothing else, by

            ```
            mvn -q -Pbench,first-load -pl junit-llmperf/bench -am process-test-classes
            ```

            another Java by `-Dfirst-load.java=…/bin/java`; less by `-Dfirst-load.streams=1,100`, `-Dfirst-load.rounds=1`,
            `-Dfirst-load.kinds=closed,open,ten,bare,start,start_unrehearsed`.
            """;

    private static final String ONE_RUNNER =
            """
            # How much one runner carries

            How far the times of a fresh JVM's first load are off, by load: each stream has 100 tokens/s, and the server shares
            the client's processors, so that a client with a machine of its own carries more. Made from the results in
            [first-load.md](first-load.md), which says what each column is and has the targets. A limit or a difference that
            is much larger than the error of its row can be trusted; each report says what the client added in its own run.
            """;

    void write(Results results) throws IOException {
        String version = version();
        String title = "## Java " + version.replaceAll("\\..*", "");
        int cores = Runtime.getRuntime().availableProcessors();
        String place = String.format(
                Locale.ROOT,
                "Java %s, %d cores (%s), %s %s, load average %.1f at the end, %s",
                version,
                cores,
                processor(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                LocalDate.now(ZoneOffset.UTC));
        put("first-load.md", FIRST_LOAD, title, new FirstLoadSection(results, place).text());
        put("one-runner.md", ONE_RUNNER, title, new OneRunner(results).text(place, cores));
    }

    private void put(String name, String head, String title, String text) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(name);
        // The words of the program replace those of an older one; the sections stay.
        String old = Files.exists(file) ? Files.readString(file) : "";
        int sections = old.indexOf("\n## ");
        Files.writeString(file, head + (sections < 0 ? "" : old.substring(sections)));
        new Sections(file).put(title, text);
        System.out.println(Files.readString(file));
    }

    private String version() throws IOException {
        Process process = new ProcessBuilder(java.toString(), "-version")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String[] parts = said.split("\"", -1);
        return parts.length > 1 ? parts[1] : said.strip();
    }

    private static String processor() throws IOException {
        Path file = Path.of("/proc/cpuinfo");
        if (!Files.exists(file)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.replaceFirst(".*: ", ""))
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }
}
