package io.github.llmperf.report.svg;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the entries of a legend stand: one beside the other, in rows as long as there is room.
 *
 * @param places of the entries, in order
 */
record Legend(List<Place> places) {

    /** Between neighbours. */
    static final double GAP = 8;

    /** The left end of an entry, from the left end of the room, and its row from 0 on. */
    record Place(double x, int row) {}

    Legend {
        places = List.copyOf(places);
    }

    /** Places entries of given widths; what stands before the first one takes room as well. */
    static Legend of(List<Double> widths, double before, double room) {
        List<Place> places = new ArrayList<>();
        double x = before;
        int row = 0;
        for (double width : widths) {
            if (x > 0 && x + width > room) {
                x = 0;
                row++;
            }
            places.add(new Place(x, row));
            x += width + GAP;
        }
        return new Legend(places);
    }

    /** How many rows there are; one without entries. */
    int rows() {
        return places.isEmpty() ? 1 : places.get(places.size() - 1).row() + 1;
    }
}
