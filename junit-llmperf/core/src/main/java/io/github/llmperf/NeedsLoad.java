package io.github.llmperf;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Refuses on a test method what only says something of a load, where there is none: it would be ignored in silence. */
final class NeedsLoad implements BeforeEachCallback {

    private static final List<Class<? extends Annotation>> OF_A_LOAD =
            List.of(Sla.class, Baseline.class, LlmCompare.class, LlmCapacity.class, LlmDefaults.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        if (AnnotationSupport.isAnnotated(method, LlmLoad.class)) {
            return;
        }
        for (Class<? extends Annotation> annotation : OF_A_LOAD) {
            if (AnnotationSupport.isAnnotated(method, annotation)) {
                throw new ExtensionConfigurationException("@" + annotation.getSimpleName() + " on "
                        + method.getName() + "() must stand beside @LlmLoad, which sends the load, but there is none; "
                        + "make the method an @LlmLoad instead of its test annotation, or remove it");
            }
        }
    }
}
