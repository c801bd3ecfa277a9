package io.github.llmperf.settings;

import io.github.llmperf.LlmCompare;
import io.github.llmperf.LlmLoad;
import io.github.llmperf.LlmTarget;
import io.github.llmperf.plan.Target;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * A field or method whose value says where a target is: the test's own with {@link LlmTarget}, the second one with
 * {@link LlmCompare}.
 */
record TargetSupplier<A extends Annotation>(AnnotatedElement member, A annotation, Class<?> owner, String place) {

    static <A extends Annotation> Optional<TargetSupplier<A>> find(Class<?> testClass, Class<A> type) {
        List<TargetSupplier<A>> found = new ArrayList<>();
        for (Class<?> owner : AnnotationTrail.classes(testClass)) {
            for (Field field : owner.getDeclaredFields()) {
                add(field, type, owner, owner.getSimpleName() + "." + field.getName(), found);
            }
            for (Method method : owner.getDeclaredMethods()) {
                boolean isTest = AnnotationSupport.isAnnotated(method, LlmLoad.class);
                if (!isTest && !method.isBridge()) {
                    add(method, type, owner, owner.getSimpleName() + "." + method.getName() + "()", found);
                }
            }
            if (!found.isEmpty()) {
                break;
            }
            refuseUnseen(owner, type);
        }
        if (found.size() > 1) {
            throw new ExtensionConfigurationException(
                    "@" + type.getSimpleName() + " must be on one field or method, but is on "
                            + found.stream().map(TargetSupplier::place).collect(Collectors.joining(" and "))
                            + "; remove one of them");
        }
        return found.stream().findFirst();
    }

    /** Functions of a companion object in Kotlin belong to that object, unless they are made static. */
    private static void refuseUnseen(Class<?> owner, Class<? extends Annotation> type) {
        for (Class<?> inner : owner.getDeclaredClasses()) {
            for (Method method : isCompanion(owner, inner) ? inner.getDeclaredMethods() : new Method[0]) {
                if (method.isAnnotationPresent(type)) {
                    throw new ExtensionConfigurationException("@" + type.getSimpleName() + " is on "
                            + owner.getSimpleName() + "." + inner.getSimpleName() + "." + method.getName()
                            + "(), a function of an instance; add @JvmStatic to it, or put it on a property");
                }
            }
        }
    }

    private static boolean isCompanion(Class<?> owner, Class<?> inner) {
        return Arrays.stream(owner.getDeclaredFields())
                .anyMatch(field -> field.getType() == inner
                        && Modifier.isStatic(field.getModifiers())
                        && field.getName().equals(inner.getSimpleName()));
    }

    private static <A extends Annotation> void add(
            AnnotatedElement member, Class<A> type, Class<?> owner, String place, List<TargetSupplier<A>> found) {
        A annotation = member.getDeclaredAnnotation(type);
        if (annotation != null) {
            found.add(new TargetSupplier<>(member, annotation, owner, place));
        }
    }

    /** What else the annotation says. */
    Settings settings() {
        return Settings.of(annotation, place);
    }

    /** Reads the value after {@code @BeforeEach}: a whole target, or a url of which one is made. */
    Target read(ExtensionContext context, Function<String, Target> at) {
        @Nullable
        Object value = member instanceof Field field ? readField(field, context) : invoke((Method) member, context);
        if (value instanceof Target target) {
            return target;
        }
        if (value instanceof URI || value instanceof String) {
            try {
                return at.apply(value.toString());
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()), e);
            }
        }
        throw wrong(
                value == null
                        ? "value must not be null when the load starts; set it in @BeforeAll or @BeforeEach"
                        : "value must be a URI, a String or a Target, but is a "
                                + value.getClass().getName(),
                null);
    }

    private @Nullable Object readField(Field field, ExtensionContext context) {
        return ReflectionSupport.tryToReadFieldValue(field, instance(field.getModifiers(), context))
                .getOrThrow(e -> wrong("value cannot be read: " + e, e));
    }

    private @Nullable Object invoke(Method method, ExtensionContext context) {
        if (method.getParameterCount() > 0) {
            throw wrong("method must have no parameters", null);
        }
        return ReflectionSupport.invokeMethod(method, instance(method.getModifiers(), context));
    }

    private @Nullable Object instance(int modifiers, ExtensionContext context) {
        if (Modifier.isStatic(modifiers)) {
            return null;
        }
        TestInstances instances = context.getRequiredTestInstances();
        return instances.findInstance(owner).orElseThrow(() -> wrong("there is no instance of its class", null));
    }

    private ExtensionConfigurationException wrong(String message, @Nullable Exception cause) {
        return new ExtensionConfigurationException(
                "@" + annotation.annotationType().getSimpleName() + " on " + place + ": " + message, cause);
    }
}
