package io.github.llmperf.report.matrix;

import io.github.llmperf.report.text.NaturalOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order of cells in a matrix, whichever ran first: axis by axis, numbers as people count them, and words in the order in
 * which they first ran, which is that of the annotation.
 */
final class CellOrder implements Comparator<CellResult> {

    private final Map<String, List<String>> places = new LinkedHashMap<>();

    CellOrder(List<CellResult> ran, Set<String> axes) {
        for (String axis : axes) {
            List<String> values = new ArrayList<>(
                    ran.stream().map(cell -> value(cell, axis)).distinct().toList());
            if (values.stream().allMatch(CellOrder::beginsWithANumber)) {
                values.sort(NaturalOrder.OF_TEXTS);
            }
            places.put(axis, values);
        }
    }

    /** Such as 16, or 32/s; no number at all is the least. */
    private static boolean beginsWithANumber(String value) {
        return value.isEmpty() || Character.isDigit(value.charAt(0));
    }

    private static String value(CellResult cell, String axis) {
        return cell.axes().getOrDefault(axis, "");
    }

    @Override
    public int compare(CellResult one, CellResult other) {
        for (Map.Entry<String, List<String>> axis : places.entrySet()) {
            int order = Integer.compare(
                    axis.getValue().indexOf(value(one, axis.getKey())),
                    axis.getValue().indexOf(value(other, axis.getKey())));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
