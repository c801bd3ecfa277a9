package io.github.llmperf.protocol.catalog;

import io.github.llmperf.plan.LoadPlan;
import io.github.llmperf.plan.RefusedSetting;
import io.github.llmperf.plan.Target;
import io.github.llmperf.plan.Workload;
import io.github.llmperf.protocol.Dialect;
import io.github.llmperf.protocol.anthropic.AnthropicDialect;
import io.github.llmperf.protocol.djl.DjlDialect;
import io.github.llmperf.protocol.gemini.GeminiDialect;
import io.github.llmperf.protocol.lightllm.LightLlmDialect;
import io.github.llmperf.protocol.llamacpp.LlamaDialect;
import io.github.llmperf.protocol.lmdeploy.InteractiveDialect;
import io.github.llmperf.protocol.ollama.OllamaDialect;
import io.github.llmperf.protocol.ollama.OllamaRoute;
import io.github.llmperf.protocol.openai.OpenAiDialect;
import io.github.llmperf.protocol.openai.OpenAiRoute;
import io.github.llmperf.protocol.sglang.SglangDialect;
import io.github.llmperf.protocol.tgi.TgiDialect;
import io.github.llmperf.protocol.triton.TritonDialect;
import io.github.llmperf.protocol.vllm.VllmDialect;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;

/** The dialects there are: those built in, and those found by {@link ServiceLoader}, which win where names meet. */
@API(status = Status.INTERNAL, since = "0.1")
public final class Dialects {

    /** Dialects that bring libraries of their own come in modules of their own. */
    private static final Map<String, String> MODULES =
            Map.of("sagemaker", "junit-llmperf-sagemaker", "sagemaker-openai-chat", "junit-llmperf-sagemaker");

    private Dialects() {}

    /**
     * Finds a dialect.
     *
     * @throws IllegalArgumentException if there is none of that name; the message lists those there are
     */
    public static Dialect named(String api) {
        Map<String, Dialect> known = known();
        Dialect dialect = known.get(api);
        if (dialect == null && MODULES.containsKey(api)) {
            throw new RefusedSetting(
                    "api",
                    "\"" + api + "\" needs one more dependency, io.github.llmperf:" + MODULES.get(api)
                            + " of scope test; add it");
        }
        if (dialect == null) {
            throw new RefusedSetting(
                    "api",
                    "must be one of " + String.join(", ", known.keySet())
                            + ", or the name of a Dialect found by ServiceLoader, but is \"" + api + "\"");
        }
        return dialect;
    }

    /**
     * Returns all dialects of the class path.
     *
     * @return by name, ascending
     * @throws IllegalArgumentException if one is named that cannot be made
     */
    public static Collection<Dialect> all() {
        return known().values();
    }

    private static Map<String, Dialect> known() {
        Map<String, Dialect> known = new TreeMap<>();
        builtIn().forEach(dialect -> known.put(dialect.name(), dialect));
        try {
            ServiceLoader.load(Dialect.class).forEach(dialect -> known.put(dialect.name(), dialect));
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "META-INF/services/" + Dialect.class.getName()
                            + " must name public classes with a public constructor without parameters, but "
                            + e.getMessage() + "; correct the file",
                    e);
        }
        return known;
    }

    /**
     * Returns the dialects that core brings.
     *
     * @return in the order of the documentation
     */
    public static List<Dialect> builtIn() {
        return List.of(
                new OpenAiDialect(OpenAiRoute.CHAT),
                new OpenAiDialect(OpenAiRoute.COMPLETIONS),
                new TgiDialect(),
                new LightLlmDialect(),
                new DjlDialect(),
                new VllmDialect(),
                new SglangDialect(),
                new LlamaDialect(),
                new OllamaDialect(OllamaRoute.GENERATE),
                new OllamaDialect(OllamaRoute.CHAT),
                new InteractiveDialect(),
                new TritonDialect(),
                new AnthropicDialect(),
                new GeminiDialect());
    }

    /**
     * Checks settings before anything is sent.
     *
     * @throws IllegalArgumentException if the dialect does not exist, or cannot do what target or workload ask for
     */
    public static void check(Target target, Workload workload) {
        Dialect dialect = named(target.api());
        CapabilityCheck.check(dialect, target, workload);
        dialect.check(target, workload);
    }

    /**
     * Checks all of a plan that a dialect must be able to do, before anything is sent.
     *
     * @throws IllegalArgumentException if the dialect does not exist, or cannot do what target, workload or users ask for
     */
    public static void check(LoadPlan plan) {
        check(plan.target(), plan.load().workload());
        CapabilityCheck.check(
                named(plan.target().api()), plan.target(), plan.load().arrival());
    }
}
