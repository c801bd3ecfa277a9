package io.github.llmperf.build.page;

import io.github.llmperf.plan.Scenario;
import io.github.llmperf.report.json.JsonSummary;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** Distinguishes classes of one build that have the same name in different packages. */
@API(status = Status.INTERNAL, since = "0.1")
public final class ClassNames {

    private ClassNames() {}

    /**
     * Returns the packages that short names of classes need.
     *
     * @param classNames full names, with {@code $} before nested ones
     * @return for each what stands before its short name: nothing where no other class has it, and otherwise as many of
     *     its packages, with a dot behind each, as tell it from the others
     */
    public static Map<String, String> packages(Collection<String> classNames) {
        Map<String, List<String>> byShortName =
                classNames.stream().distinct().collect(Collectors.groupingBy(ClassNames::shortName));
        Map<String, String> packages = new HashMap<>();
        byShortName.values().forEach(same -> packages.putAll(packagesOf(same)));
        return packages;
    }

    /**
     * Names tests by their packages too where others have the same name.
     *
     * @return the same cells in the same order
     */
    public static List<JsonSummary> toldApart(List<JsonSummary> rows) {
        Map<String, String> packages = packages(rows.stream()
                .flatMap(row -> row.scenario().stream())
                .map(Scenario::className)
                .toList());
        return rows.stream()
                .map(row -> row.scenario()
                        .map(known -> row.inPackages(packages.getOrDefault(known.className(), "")))
                        .orElse(row))
                .toList();
    }

    private static Map<String, String> packagesOf(List<String> same) {
        for (int kept = 0; ; kept++) {
            Map<String, String> packages = new LinkedHashMap<>();
            for (String name : same) {
                packages.put(name, lastPackages(name, kept));
            }
            // full names differ, so that this ends
            if (packages.values().stream().distinct().count() == same.size()) {
                return packages;
            }
        }
    }

    private static String lastPackages(String className, int kept) {
        String[] all = className.split("\\.", -1);
        StringBuilder packages = new StringBuilder();
        for (int i = Math.max(0, all.length - 1 - kept); i < all.length - 1; i++) {
            packages.append(all[i]).append('.');
        }
        return packages.toString();
    }

    private static String shortName(String className) {
        return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
    }
}
