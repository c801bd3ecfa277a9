package io.github.llmperf.settings;

import io.github.llmperf.Baseline;
import io.github.llmperf.Sla;
import io.github.llmperf.machine.MachineLimits;
import io.github.llmperf.plan.Arrival;
import io.github.llmperf.plan.ByteSize;
import io.github.llmperf.plan.CapacityPlan;
import io.github.llmperf.plan.Caps;
import io.github.llmperf.plan.Criteria;
import io.github.llmperf.plan.Load;
import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.Output;
import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Scenario;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Times;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.catalog.Dialects;
import io.github.llmperf.publish.ResultFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * Turns the settings of one cell into a plan. Parsing and checking happen in {@link #check} before anything is started;
 * only the target and the run id are added later.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record PlanResolver(Cell cell, AnnotationTrail trail, Parameters parameters) {

    /** Default seed: any fixed number does. */
    static final long SEED = 20_250_607;

    /** The default directory of results, below the directory of the build. */
    public static final Path OUTPUT = ResultFiles.OUTPUT;

    /** One resolver for each stage of the cell, in their order; of a cell without stages, this one. */
    public List<PlanResolver> loads() {
        return cell.isStaged()
                ? new StagesResolver(cell)
                        .cells().stream()
                                .map(stage -> new PlanResolver(stage, trail, parameters))
                                .toList()
                : List.of(this);
    }

    private Optional<Setting> get(String name) {
        return cell.settings().get(name);
    }

    public LoadPlan plan(Scenario scenario, String runId, Target target, String promptHash) {
        return plan(scenario, runId, target, promptHash, abilities(target));
    }

    private LoadPlan plan(Scenario scenario, String runId, Target target, String promptHash, ServerAbilities server) {
        Workload workload = workload(promptHash);
        Arrival arrival = new ArrivalResolver(cell.settings()).arrival();
        return new LoadPlan(
                scenario,
                runId,
                target,
                load(workload, arrival),
                new Caps(timeout(), maxAnswerSize(), maxTokens()),
                criteria(scenario, workload, arrival, server),
                new ObservationResolver(parameters).resolve(),
                output());
    }

    private Load load(Workload workload, Arrival arrival) {
        return new Load(
                workload,
                arrival,
                new PhasesResolver(cell.settings()).phases(arrival),
                get("seed").map(s -> s.parse(Setting::toLong)).orElse(SEED),
                optionalInt("repetitions").orElse(1),
                null,
                null);
    }

    private Criteria criteria(Scenario scenario, Workload workload, Arrival arrival, ServerAbilities server) {
        return new Criteria(
                LimitsResolver.resolve(trail.all(Sla.class), workload.stream(), server),
                BaselineResolver.resolve(
                        trail.merged(Baseline.class), parameters, scenario, workload.stream(), arrival, server),
                parameters.isOn(ConfigurationKeys.STRICT),
                new GateSetting(parameters).isOn());
    }

    private Output output() {
        return new Output(
                parameters
                        .get(ConfigurationKeys.OUTPUT)
                        .map(s -> s.parse(BaselineResolver::directory))
                        .orElse(OUTPUT),
                parameters
                        .get(ConfigurationKeys.RECORDS)
                        .map(s -> s.parse(PlanResolver::isFull))
                        .orElse(false));
    }

    /** Parses and checks every setting; what depends on the target, as far as annotations alone tell of it. */
    public void check(Scenario scenario) {
        new ProgressSetting(parameters).mode();
        new RetrySetting(parameters).most();
        Optional<Target> stated = targets().stated();
        LoadPlan plan = plan(
                scenario,
                "check",
                stated.orElseGet(() -> Target.at("http://localhost")),
                "",
                stated.map(this::abilities).orElse(ServerAbilities.UNKNOWN));
        boolean once = !isSearch() && !comparison().isAsked();
        get("requests")
                .filter(requests -> once)
                .map(requests -> new EnoughRequests(
                        requests, trail.merged(Baseline.class).get("gated")))
                .ifPresent(enough -> enough.check(plan));
        capacity().plan().ifPresent(search -> {
            CapacityResolver.check(plan.criteria().limits());
            if (plan.load().arrival().at(search.to()) instanceof Arrival.OpenLoop most) {
                new ArrivalResolver(cell.settings())
                        .refuseTooMany(most, plan.load().phases());
            }
        });
    }

    public CapacityResolver capacity() {
        return new CapacityResolver(trail, parameters);
    }

    public boolean isSearch() {
        return capacity().isAsked();
    }

    public TargetResolver targets() {
        return new TargetResolver(trail, parameters, System::getenv, cell.target());
    }

    public CompareResolver comparison() {
        return new CompareResolver(trail, parameters, System::getenv);
    }

    private ServerAbilities abilities(Target target) {
        try {
            return ServerAbilities.at(target);
        } catch (IllegalArgumentException e) {
            throw refused(e, "");
        }
    }

    /** Checks what only shows once target and prompts are known: the budget, and whether the dialect can say it all. */
    public void check(LoadPlan plan, RequestTokens each) {
        if (plan.target().connection().waitFor() != null && !plan.observation().probe()) {
            String sends = "must not stand beside " + ConfigurationKeys.PROBE
                    + "=false: waiting sends requests that are not the plan's own; set waitFor to \"0\", or remove "
                    + ConfigurationKeys.PROBE;
            throw refused(new RefusedSetting("waitFor", sends), plan.scenario() + ": ");
        }
        new ObservationResolver(parameters).check(plan);
        try {
            CapacityPlan search = plan.load().capacity();
            // The largest load that may be run: who has enough for it has enough for all.
            LoadPlan most = search == null ? plan : plan.endingAt(search.to());
            Budget.check(most, each, search == null ? mostTrials(plan) : 1);
            MachineLimits.ofProcess().check(most);
            Dialects.check(plan);
            if (plan.load().pairing() != null) {
                Dialects.check(plan.on(plan.load().pairing().with()));
            }
        } catch (IllegalArgumentException e) {
            throw refused(e, plan.scenario() + ": ");
        }
    }

    /** Returns how often a plan may be run: what cannot be started anew is run again to calibrate only. */
    private int mostTrials(LoadPlan plan) {
        return switch (plan.criteria().baseline().mode()) {
            case OFF -> 1;
            case CALIBRATE -> plan.criteria().baseline().trials();
            case COMPARE, RECORD ->
                targets().canStartAnew() ? plan.criteria().baseline().trials() : 1;
        };
    }

    /** Names where the refused setting stands; what nobody has set is told with the scenario. */
    private ExtensionConfigurationException refused(IllegalArgumentException why, String scenario) {
        String message = String.valueOf(why.getMessage());
        return (why instanceof RefusedSetting refused ? find(refused.setting()) : Optional.<Setting>empty())
                .map(setting -> setting.wrong(message))
                .orElseGet(() -> new ExtensionConfigurationException(scenario + message));
    }

    private Optional<Setting> find(String name) {
        return get(name).or(() -> targets().setting(name));
    }

    public Setting promptSetting() {
        return get("prompt").orElseThrow();
    }

    private Duration timeout() {
        return get("timeout").map(s -> s.parse(Times::parsePositive)).orElse(Duration.ofSeconds(60));
    }

    private Workload workload(String promptHash) {
        boolean promptLength =
                get("promptChars").isPresent() && get("promptTokens").isPresent();
        if (promptLength) {
            throw get("promptChars")
                    .orElseThrow()
                    .wrong("promptChars must not stand beside promptTokens ("
                            + get("promptTokens").orElseThrow().origin() + "); keep one of them");
        }
        return new Workload(
                new Workload.Prompts(
                        promptSetting().single(), promptHash, optionalInt("promptChars"), optionalInt("promptTokens")),
                get("maxNewTokens").orElseThrow().parse(text -> ArrivalResolver.atLeastOne("maxNewTokens", text)),
                get("forceLength").map(s -> s.parse(Setting::toSwitch)).orElse(false),
                get("stream").map(s -> s.parse(Setting::toSwitch)).orElse(true),
                get("temperature").map(s -> s.parse(PlanResolver::temperature)).orElse(0.0),
                get("systemPrompt").map(Setting::single).orElse(""),
                get("extraBody").map(Setting::single).orElse(""),
                get("cache")
                        .map(s -> s.parse(text -> Setting.toEnum(text, Workload.Cache.class)))
                        .orElse(Workload.Cache.UNIQUE));
    }

    private OptionalLong maxAnswerSize() {
        return get("maxAnswerSize")
                .map(s -> OptionalLong.of(s.parse(ByteSize::parse)))
                .orElseGet(OptionalLong::empty);
    }

    private OptionalLong maxTokens() {
        return get("maxTokens")
                .map(s -> s.parse(text -> {
                    long tokens = Setting.toLong(text);
                    if (tokens < 1) {
                        throw new IllegalArgumentException("maxTokens must be 1 or more, but is " + tokens);
                    }
                    return tokens;
                }))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    private OptionalInt optionalInt(String name) {
        return ArrivalResolver.optionalInt(cell.settings(), name);
    }

    private static double temperature(String text) {
        double value = Setting.toDouble(text);
        if (!(value >= 0 && value <= 10)) {
            throw new IllegalArgumentException("temperature must be between 0 and 10, but is " + text);
        }
        return value;
    }

    private static boolean isFull(String text) {
        return switch (text.trim()) {
            case "full" -> true;
            case "summary" -> false;
            default -> throw new IllegalArgumentException("value must be summary or full, but is \"" + text + "\"");
        };
    }
}
