package io.github.llmperf;

import io.github.llmperf.plan.Target;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.platform.commons.support.ReflectionSupport;

/** A field or method annotated with {@link LlmTarget}, whose value says where the target is. */
record TargetSupplier(AnnotatedElement member, LlmTarget annotation, Class<?> owner, String place) {

    static Optional<TargetSupplier> find(Class<?> testClass) {
        List<TargetSupplier> found = new ArrayList<>();
        for (Class<?> owner : AnnotationTrail.classes(testClass)) {
            for (Field field : owner.getDeclaredFields()) {
                add(field, owner, owner.getSimpleName() + "." + field.getName(), found);
            }
            for (Method method : owner.getDeclaredMethods()) {
                boolean isTest = method.isAnnotationPresent(LlmLoad.class);
                if (!isTest && !method.isBridge()) {
                    add(method, owner, owner.getSimpleName() + "." + method.getName() + "()", found);
                }
            }
            if (!found.isEmpty()) {
                break;
            }
        }
        if (found.size() > 1) {
            throw new ExtensionConfigurationException("@LlmTarget must be on one field or method, but is on "
                    + found.stream().map(TargetSupplier::place).collect(Collectors.joining(" and "))
                    + "; remove one of them");
        }
        return found.stream().findFirst();
    }

    private static void add(AnnotatedElement member, Class<?> owner, String place, List<TargetSupplier> found) {
        LlmTarget annotation = member.getDeclaredAnnotation(LlmTarget.class);
        if (annotation != null) {
            found.add(new TargetSupplier(member, annotation, owner, place));
        }
    }

    /** Reads the value after {@code @BeforeEach}: a url, or a whole target. */
    Target read(ExtensionContext context) {
        @Nullable
        Object value = member instanceof Field field ? readField(field, context) : invoke((Method) member, context);
        if (value instanceof Target target) {
            return target;
        }
        if (value instanceof URI || value instanceof String) {
            try {
                return Target.at(value.toString());
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
        return new ExtensionConfigurationException("@LlmTarget on " + place + ": " + message, cause);
    }
}
