package io.github.llmperf.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.llmperf.load.LoadRun;
import io.github.llmperf.measure.server.SeriesKind;
import io.github.llmperf.metric.Direction;
import io.github.llmperf.metric.Metric;
import io.github.llmperf.metric.Unit;
import io.github.llmperf.metric.Verdict;
import io.github.llmperf.plan.BaselinePolicy;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.Phases;
import io.github.llmperf.plan.Profiler;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.FailureKind;
import io.github.llmperf.protocol.TokensFrom;
import io.github.llmperf.report.model.FullReports;
import io.github.llmperf.report.model.Report;
import io.github.llmperf.report.model.Reports;
import io.github.llmperf.report.model.SafeText;
import io.github.llmperf.verdict.CapacityOutcome;
import io.github.llmperf.verdict.CapacityPoint;
import io.github.llmperf.verdict.Finding;
import io.github.llmperf.verdict.Reference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The schema tells what is written, no less and no more. Results of whole load tests are held against it by their kit. */
class ResultSchemaTests {

    private static JsonNode json(Report report) {
        return parse(new JsonRenderer().render(report));
    }

    /** As it is when the test has ended. */
    private static JsonNode ended(Report report) {
        try {
            TestOutcome outcome = new TestOutcome(TestOutcome.End.FAILED, "expected: <1> but was: <2>");
            return parse(outcome.in(new JsonRenderer().render(report), new SafeText(report)));
        } catch (IOException e) {
            throw new AssertionError("result must be JSON", e);
        }
    }

    private static JsonNode parse(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("result must be JSON", e);
        }
    }

    private static Stream<Report> reports() {
        return FullReports.all().stream();
    }

    static Stream<Arguments> namedReports() {
        return reports().map(report -> Arguments.of(report.reason(), report));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("namedReports")
    void knowsAllThatIsWritten(String reason, Report report) {
        assertThat(ResultSchema.problems(json(report))).as(reason).isEmpty();
    }

    @Test
    void knowsHowATestEndedAndLeavesTheRestAsItWas() {
        Report report = Reports.regression().build();
        JsonNode ended = ended(report);

        assertThat(ResultSchema.problems(ended)).isEmpty();
        ((ObjectNode) ended).putNull("outcome");
        assertThat(ended).isEqualTo(json(report));
    }

    @Test
    void declaresNothingThatIsNeverWritten() {
        SchemaKeys keys = new SchemaKeys(ResultSchema.SOURCE);
        int declared = keys.unseen().size();

        reports().forEach(report -> keys.see(json(report)));
        keys.see(ended(Reports.passed().build()));

        assertThat(declared).isGreaterThan(250);
        assertThat(keys.unseen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',                       more,      1",
        "/plan/workload,           more,      1",
        "/environment,             cpus,      '\"8\"'",
        "/window,                  seconds,   -1",
        "/findings/0,              status,    '\"GOOD\"'",
        "/metrics/ttft,            unit,      '\"s\"'",
        "/requests/failures/OVERLOAD, count,  0",
        "/health,                  status,    null",
        "'',                       $schema,   '\"https://elsewhere\"'"
    })
    void refusesWhatIsNoResult(String place, String key, String value) throws JsonProcessingException {
        JsonNode result = json(Reports.regression().build());

        ((ObjectNode) result.at(place)).set(key, new ObjectMapper().readTree(value));

        assertThat(ResultSchema.problems(result)).isNotEmpty();
    }

    @Test
    void wantsEveryKeyThatIsAlwaysWritten() {
        JsonNode result = json(Reports.regression().build());
        List<String> keys = new ArrayList<>();
        result.fieldNames().forEachRemaining(keys::add);

        assertThat(keys).allSatisfy(key -> {
            ObjectNode without = result.deepCopy();
            without.remove(key);
            assertThat(ResultSchema.problems(without)).as(key).isNotEmpty();
        });
    }

    @Test
    void describesEveryKey() {
        SchemaKeys keys = new SchemaKeys(ResultSchema.SOURCE);

        assertThat(keys.unseen()).allSatisfy(place -> {
            JsonNode key = ResultSchema.SOURCE.at(place);
            JsonNode referred = key.has("$ref")
                    ? ResultSchema.SOURCE.at(key.get("$ref").textValue().substring(1))
                    : key;
            boolean narrows = key.size() == 1 && key.has("const");
            assertThat(narrows || key.has("description") || referred.has("description"))
                    .as(place)
                    .isTrue();
        });
    }

    @Test
    void isTheOneThatResultsName() {
        assertThat(ResultSchema.SOURCE.get("$id").textValue()).isEqualTo(JsonRenderer.SCHEMA_ID);
        assertThat(ResultSchema.SOURCE.at("/properties/$schema/const").textValue())
                .isEqualTo(JsonRenderer.SCHEMA_ID);
        assertThat(ResultSchema.SOURCE.at("/properties/schema/const").intValue())
                .isEqualTo(JsonRenderer.SCHEMA);
    }

    static List<Arguments> lists() {
        return List.of(
                list("/$defs/verdict/enum", Verdict.values(), Enum::name),
                list("/properties/end/enum", LoadRun.End.values(), Enum::name),
                list("/properties/window/properties/kind/enum", Phases.WindowKind.values(), Enum::name),
                list(
                        "/properties/plan/properties/phases/properties/window/enum",
                        Phases.WindowKind.values(),
                        Enum::name),
                list("/properties/plan/properties/workload/properties/cache/enum", Workload.Cache.values(), Enum::name),
                list(
                        "/properties/plan/properties/baseline/properties/mode/enum",
                        BaselinePolicy.Mode.values(),
                        ResultSchemaTests::lowerCase),
                list("/properties/plan/properties/profiler/enum", Profiler.values(), ResultSchemaTests::lowerCase),
                list("/$defs/finding/properties/status/enum", Finding.Status.values(), Enum::name),
                list(
                        "/$defs/finding/properties/against/oneOf/1/properties/kind/enum",
                        Reference.Kind.values(),
                        Enum::name),
                list("/$defs/distribution/properties/unit/enum", Unit.values(), Unit::symbol),
                list("/$defs/distribution/properties/better/enum", Direction.values(), Direction::jsonName),
                list("/$defs/rate/properties/unit/enum", Unit.values(), Unit::symbol),
                list("/$defs/rate/properties/better/enum", Direction.values(), Direction::jsonName),
                list("/$defs/tokens/properties/from/enum", TokensFrom.values(), TokensFrom::jsonName),
                list("/properties/tokens/properties/from/enum", TokensFrom.values(), TokensFrom::jsonName),
                list("/$defs/requests/properties/failures/propertyNames/enum", FailureKind.values(), Enum::name),
                list("/properties/capacity/oneOf/1/properties/end/enum", CapacityOutcome.End.values(), Enum::name),
                list(
                        "/properties/capacity/oneOf/1/properties/of/enum",
                        CapacityPlan.Kind.values(),
                        CapacityPlan.Kind::attribute),
                list(
                        "/properties/capacity/oneOf/1/properties/points/items/properties/standing/enum",
                        CapacityPoint.Standing.values(),
                        Enum::name));
    }

    private static <E extends Enum<E>> Arguments list(String place, E[] values, Function<E, String> name) {
        return Arguments.of(place, Arrays.stream(values).map(name).toList());
    }

    private static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @MethodSource("lists")
    void listsTheNamesOfTheCode(String place, List<String> names) {
        assertThat(ResultSchema.SOURCE.at(place))
                .extracting(JsonNode::textValue)
                .filteredOn(Objects::nonNull)
                .containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void listsTheKindsOfFindings() {
        assertThat(ResultSchema.SOURCE.at("/$defs/finding/properties/kind/enum"))
                .hasSize(Finding.class.getPermittedSubclasses().length - 1); // two say why nothing is compared
    }

    @Test
    void listsEveryMetricWithItsUnitAndDirection() {
        assertThat(Metric.values()).allSatisfy(metric -> {
            String place = metric.isServers() ? "/properties/server" : "/$defs/metrics";
            JsonNode declared = ResultSchema.SOURCE.at(place + "/properties/" + metric.jsonName());
            assertThat(declared.at("/properties/unit/const").asText())
                    .isEqualTo(metric.unit().symbol());
            assertThat(declared.at("/properties/better/const").asText())
                    .isEqualTo(metric.better().jsonName());
            assertThat(declared.get("$ref").textValue())
                    .isEqualTo(metric.hasDistribution() ? "#/$defs/distribution" : "#/$defs/rate");
        });
    }

    @Test
    void listsEverySeriesWithItsUnit() {
        JsonNode series = ResultSchema.SOURCE.at("/properties/server/properties/series/properties");

        assertThat(series).hasSameSizeAs(SeriesKind.values());
        assertThat(SeriesKind.values())
                .allSatisfy(meaning -> assertThat(series.at("/" + meaning.jsonName() + "/properties/unit/const")
                                .asText())
                        .isEqualTo(meaning.unit()));
    }
}
