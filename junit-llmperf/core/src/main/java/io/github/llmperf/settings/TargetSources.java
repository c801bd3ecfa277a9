package io.github.llmperf.settings;

import io.github.llmperf.TargetContext;
import io.github.llmperf.TargetSource;
import io.github.llmperf.plan.Target;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Starts each {@link TargetSource} once per class, or where it has several targets, anew for each; JUnit closes it after the
 * class's last test.
 */
final class TargetSources {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(TargetSources.class);

    private TargetSources() {}

    /** A started source, closed with the store it lies in by JUnit 5 and 6 alike. */
    @SuppressWarnings("deprecation") // JUnit 5.12 closes CloseableResource only; JUnit 6 AutoCloseable
    private record Started(TargetSource source, Optional<String> name, Target target)
            implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        @Override
        public void close() {
            source.close();
        }
    }

    private record Context(ExtensionContext context, Class<?> testClass, Optional<String> target)
            implements TargetContext {
        @Override
        public <A extends Annotation> Optional<A> annotation(Class<A> type) {
            return AnnotationTrail.onClasses(testClass, type).stream()
                    .map(AnnotationTrail.Found::annotation)
                    .findFirst();
        }

        @Override
        public Optional<String> configurationParameter(String key) {
            return context.getConfigurationParameter(key);
        }
    }

    /** Returns the names of the targets that a source can start; empty where it has one. */
    static List<String> names(Setting from, ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        try {
            return instantiate(from.single(), from, testClass)
                    .targets(new Context(context, testClass, Optional.empty()));
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(from.origin() + ": " + e.getMessage(), e);
        }
    }

    /** Returns the target of the source; of several the named one, for which the one that is running is closed. */
    static Target start(Setting from, Optional<String> name, ExtensionContext context) {
        ExtensionContext ofClass = ofClass(context);
        ExtensionContext.Store store = ofClass.getStore(NAMESPACE);
        Started running = store.get(from.single(), Started.class);
        if (running != null && !running.name().equals(name)) {
            close(from, context);
        }
        Started started = store.getOrComputeIfAbsent(
                from.single(), className -> start(className, name, from, ofClass), Started.class);
        return started.target();
    }

    /**
     * Closes the started source, and starts another one of its kind.
     *
     * @throws ExtensionConfigurationException if either fails; none is left running then
     */
    static Target startAnew(Setting from, Optional<String> name, ExtensionContext context) {
        close(from, context);
        return start(from, name, context);
    }

    /** Closes what runs, also where an enclosing class has started it: a store finds it there, but removes only its own. */
    private static void close(Setting from, ExtensionContext context) {
        Optional<ExtensionContext> current = Optional.of(ofClass(context));
        while (current.isPresent()) {
            Started running = current.get().getStore(NAMESPACE).remove(from.single(), Started.class);
            if (running != null) {
                close(running, from);
            }
            current = current.get().getParent();
        }
    }

    private static void close(Started running, Setting from) {
        try {
            running.close();
        } catch (RuntimeException e) {
            throw new ExtensionConfigurationException(
                    from.origin() + ": target cannot be closed by " + from.single() + ": " + e, e);
        }
    }

    private static ExtensionContext ofClass(ExtensionContext context) {
        ExtensionContext current = context;
        while (current.getTestMethod().isPresent()) {
            current = current.getParent().orElseThrow();
        }
        return current;
    }

    private static Started start(String className, Optional<String> name, Setting from, ExtensionContext context) {
        Class<?> testClass = context.getRequiredTestClass();
        TargetSource source = instantiate(className, from, testClass);
        try {
            return new Started(source, name, source.start(new Context(context, testClass, name)));
        } catch (ExtensionConfigurationException e) {
            closeAfter(source, e);
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            closeAfter(source, e);
            throw new ExtensionConfigurationException(
                    from.origin() + ": target "
                            + name.map(n -> "\"" + n + "\" ").orElse("") + "cannot be started by " + className + ": "
                            + e,
                    e);
        }
    }

    private static void closeAfter(TargetSource source, Exception failure) {
        try {
            source.close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static TargetSource instantiate(String className, Setting from, Class<?> testClass) {
        try {
            Class<?> type = Class.forName(className, true, testClass.getClassLoader());
            return ReflectionSupport.newInstance(type.asSubclass(TargetSource.class));
        } catch (ClassNotFoundException | RuntimeException e) {
            throw from.wrong("class " + className + " must have a constructor without parameters: " + e);
        }
    }
}
