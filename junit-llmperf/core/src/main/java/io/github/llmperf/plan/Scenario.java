package io.github.llmperf.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/**
 * Which test and which cell of its matrix a run belongs to. Identifies result directories and baselines.
 *
 * @param className binary name of the test class that runs (nested classes with {@code $})
 * @param methodName name of the test method, with parameter types in parentheses where the name is overloaded
 * @param cell value of each attribute that can span a matrix, in the order users, prompt, maxNewTokens; a stage begins
 *     with its number
 * @param cellName the attributes that vary, as {@code users=20,prompt=rag}; {@code single} when none does; a stage ends in
 *     {@code stage=2}
 * @param part which of the loads that a cell is found out by, as {@code users=16}; empty for the cell itself
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Scenario(String className, String methodName, Map<String, Object> cell, String cellName, String part) {

    /** Name of the cell of a test that has no matrix. */
    public static final String SINGLE = "single";

    /** Key of a stage's number in the cell. */
    public static final String STAGE = "stage";

    /** Keeps the cell's order and makes it unmodifiable. */
    public Scenario {
        cell = Collections.unmodifiableMap(new LinkedHashMap<>(cell));
    }

    /** Names a whole cell. */
    public Scenario(String className, String methodName, Map<String, Object> cell, String cellName) {
        this(className, methodName, cell, cellName, "");
    }

    /**
     * Returns one of the loads that a cell is found out by.
     *
     * @param name tells it apart from the others, as {@code users=16}
     * @param more values that only this load has
     */
    public Scenario part(String name, Map<String, Object> more) {
        Map<String, Object> own = new LinkedHashMap<>(more);
        own.putAll(cell);
        return new Scenario(className, methodName, own, cellName, name);
    }

    /**
     * Returns which stage of a test this is.
     *
     * @return its number, from 1; empty for a test without stages
     */
    public OptionalInt stage() {
        return cell.get(STAGE) instanceof Integer number ? OptionalInt.of(number) : OptionalInt.empty();
    }

    /**
     * Returns the test with all its stages.
     *
     * @return this scenario as far as it is the same for every stage
     */
    public Scenario withoutStage() {
        if (stage().isEmpty()) {
            return this;
        }
        Map<String, Object> common = new LinkedHashMap<>(cell);
        common.keySet().removeAll(List.of(STAGE, "users", "requestRate"));
        int comma = cellName.lastIndexOf(',');
        return new Scenario(className, methodName, common, comma < 0 ? SINGLE : cellName.substring(0, comma));
    }

    /**
     * Returns the short name that messages begin with.
     *
     * @return {@code RagLatencyTest.staysResponsive} and, in a matrix, the cell in brackets
     */
    public String displayName() {
        String simple = className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
        String test = simple + "." + methodName;
        String whole = cellName.equals(SINGLE) ? test : test + "[" + cellName + "]";
        return part.isEmpty() ? whole : whole + " with " + part;
    }

    @Override
    public String toString() {
        return displayName();
    }
}
