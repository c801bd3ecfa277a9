package io.github.llmperf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Ways to lay out instances on nodes, compared by what each takes to carry a planned load. Immutable.
 *
 * <pre>{@code
 * CapacityLayouts layouts = CapacityLayouts.none()
 *         .layout("1 × 8 cards", 1, 8, onEightCards)
 *         .layout("2 × 4 cards", 2, 4, onFourCards);
 * layouts.best(10_000).name();     // "2 × 4 cards", where 2 × 450 users are more than 700
 * }</pre>
 *
 * @since 0.1
 */
@API(status = Status.EXPERIMENTAL, since = "0.1")
public final class CapacityLayouts {

    private final List<Layout> layouts;

    private CapacityLayouts(List<Layout> layouts) {
        this.layouts = List.copyOf(layouts);
    }

    /**
     * One way to lay out instances on a node.
     *
     * @param name what reports call it
     * @param instances on each node, 1 or more
     * @param cards of each instance, 1 or more
     * @param perInstance users or requests per second that one instance is planned with, above 0
     * @since 0.1
     */
    @API(status = Status.EXPERIMENTAL, since = "0.1")
    public record Layout(String name, int instances, int cards, double perInstance) {

        /**
         * Checks the ranges.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public Layout {
            if (instances < 1 || cards < 1) {
                throw new IllegalArgumentException("instances and cards of " + name + " must be 1 or more, but are "
                        + instances + " and " + cards);
            }
            if (!(perInstance > 0)) {
                throw new IllegalArgumentException("an instance of " + name
                        + " must carry something to be planned with, but carries " + perInstance);
            }
        }

        /**
         * Returns what a node carries.
         *
         * @return users or requests per second of all its instances
         */
        public double perNode() {
            return instances * perInstance;
        }

        /**
         * Returns how many nodes a planned load takes.
         *
         * @param planned users or requests per second, above 0
         * @return their number, rounded up
         * @throws IllegalArgumentException if planned is out of range
         */
        public int nodes(double planned) {
            if (!(planned > 0 && planned < Integer.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "planned must be above 0 and below " + Integer.MAX_VALUE + ", but is " + planned);
            }
            return Math.toIntExact((long) Math.ceil(planned / perNode() - 1e-9));
        }

        /**
         * Returns how many cards a planned load takes, on whole nodes.
         *
         * @param planned users or requests per second, above 0
         * @return cards of all nodes
         */
        public int cards(double planned) {
            return Math.multiplyExact(nodes(planned), Math.multiplyExact(instances, cards));
        }
    }

    /**
     * Begins a comparison.
     *
     * @return no layout yet
     */
    public static CapacityLayouts none() {
        return new CapacityLayouts(List.of());
    }

    /**
     * Adds a layout whose instance was searched.
     *
     * @param name what reports call it
     * @param instances on each node, 1 or more
     * @param cards of each instance, 1 or more
     * @param capacity what one instance was found to carry; the headroom of its search is kept free
     * @return these layouts and this one
     * @throws IllegalArgumentException if nothing was accepted
     */
    public CapacityLayouts layout(String name, int instances, int cards, CapacityResult capacity) {
        return layout(name, instances, cards, capacity.planning());
    }

    /**
     * Adds a layout whose instance is known to carry so much.
     *
     * @param name what reports call it
     * @param instances on each node, 1 or more
     * @param cards of each instance, 1 or more
     * @param perInstance users or requests per second, above 0
     * @return these layouts and this one
     */
    public CapacityLayouts layout(String name, int instances, int cards, double perInstance) {
        List<Layout> more = new ArrayList<>(layouts);
        more.add(new Layout(name, instances, cards, perInstance));
        return new CapacityLayouts(more);
    }

    /**
     * Returns the layouts, those that take the fewest nodes first; of equals the one with fewer cards, then the one that
     * carries more.
     *
     * @param planned users or requests per second, above 0
     * @return all layouts
     */
    public List<Layout> ranked(double planned) {
        return layouts.stream()
                .sorted(Comparator.<Layout>comparingInt(layout -> layout.nodes(planned))
                        .thenComparingInt(layout -> layout.cards(planned))
                        .thenComparing(
                                Comparator.comparingDouble(Layout::perNode).reversed()))
                .toList();
    }

    /**
     * Returns the layout that takes the fewest nodes.
     *
     * @param planned users or requests per second, above 0
     * @return the first of {@link #ranked}
     * @throws IllegalStateException if there is no layout
     */
    public Layout best(double planned) {
        return ranked(planned).stream()
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there must be a layout to choose from; add one"));
    }
}
