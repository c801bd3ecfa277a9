package io.github.llmperf.publish;

import io.github.llmperf.report.matrix.CellResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.StringJoiner;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Addresses of reports, as pages lead to them. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ReportLink {

    private ReportLink() {}

    /**
     * Returns the address of a run's report.
     *
     * @param directory where the page lies that leads to it
     * @return relative, with escapes of URLs
     */
    public static String of(Path directory, CellResult cell) {
        Path from = directory.toAbsolutePath().normalize();
        Path page = Objects.requireNonNull(cell.file().resolveSibling("report.html"))
                .toAbsolutePath()
                .normalize();
        StringJoiner address = new StringJoiner("/");
        from.relativize(page)
                .forEach(name -> address.add(URLEncoder.encode(name.toString(), StandardCharsets.UTF_8)
                        .replace("+", "%20")));
        return address.toString();
    }
}
