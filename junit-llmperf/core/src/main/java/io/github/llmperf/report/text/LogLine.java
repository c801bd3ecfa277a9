package io.github.llmperf.report.text;

import java.util.regex.Pattern;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Lines for the log of a build, which other systems read too: GitHub Actions obeys lines that begin with {@code ::name::} or
 * contain {@code ##[name]}, Azure Pipelines {@code ##vso[name]}, TeamCity {@code ##teamcity[name]}. What a server says must
 * not be such a command; it stays readable.
 */
@API(status = Status.INTERNAL, since = "0.1")
public final class LogLine {

    private static final int LONGEST = 100_000;

    /** CI runners skip more than ASCII blanks before a command. */
    private static final Pattern AT_BEGIN = Pattern.compile("^([\\s\\p{Z}]*):(?=:)");

    private static final Pattern ANYWHERE = Pattern.compile("##(?=[A-Za-z]*\\[)");

    private LogLine() {}

    /**
     * Returns a line that is no command.
     *
     * @param text one line; line breaks and invisible characters are shown as escapes
     * @return the text, with a blank inside what would be a command
     */
    public static String of(String text) {
        return defused(VisibleText.text(text, LONGEST));
    }

    static String defused(String line) {
        return ANYWHERE.matcher(AT_BEGIN.matcher(line).replaceFirst("$1: ")).replaceAll("# #");
    }
}
