package io.github.llmperf.settings;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.Nullable;

/**
 * Every annotation of a type that applies to a test method, the nearest first: method, class, superclasses, enclosing
 * classes; on each place what stands there directly before what stands on a composed annotation.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record AnnotationTrail(Class<?> testClass, Method method) {

    /** An annotation with the place it was found at, for messages. */
    public record Found<A extends Annotation>(A annotation, String place) {
        public Settings settings() {
            return Settings.of(annotation, place);
        }
    }

    public <A extends Annotation> List<Found<A>> all(Class<A> type) {
        List<Found<A>> found = new ArrayList<>();
        collect(method, type, testClass.getSimpleName() + "." + method.getName(), found);
        found.addAll(onClasses(testClass, type));
        return found;
    }

    public static <A extends Annotation> List<Found<A>> onClasses(Class<?> testClass, Class<A> type) {
        List<Found<A>> found = new ArrayList<>();
        for (Class<?> owner : classes(testClass)) {
            collect(owner, type, owner.getSimpleName(), found);
        }
        return found;
    }

    /** The test class, its interfaces, its superclasses with theirs, then the same of each enclosing class of a nested one. */
    static List<Class<?>> classes(Class<?> testClass) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> outer = testClass; outer != null; outer = enclosing(outer)) {
            for (Class<?> c = outer; c != null && c != Object.class; c = c.getSuperclass()) {
                classes.add(c);
                addInterfaces(c, classes);
            }
        }
        return classes;
    }

    private static void addInterfaces(Class<?> type, List<Class<?>> classes) {
        for (Class<?> face : type.getInterfaces()) {
            if (!classes.contains(face)) {
                classes.add(face);
                addInterfaces(face, classes);
            }
        }
    }

    private static @Nullable Class<?> enclosing(Class<?> type) {
        return Modifier.isStatic(type.getModifiers()) ? null : type.getEnclosingClass();
    }

    public Settings merged(Class<? extends Annotation> type) {
        return merge(all(type));
    }

    static <A extends Annotation> Settings merge(List<Found<A>> found) {
        Settings merged = Settings.NONE;
        for (Found<A> one : found) {
            merged = merged.over(one.settings());
        }
        return merged;
    }

    private static <A extends Annotation> void collect(
            AnnotatedElement element, Class<A> type, String place, List<Found<A>> found) {
        Deque<AnnotatedElement> open = new ArrayDeque<>(List.of(element));
        Set<AnnotatedElement> seen = new HashSet<>();
        while (!open.isEmpty()) {
            AnnotatedElement current = open.remove();
            A here = current.getDeclaredAnnotation(type);
            if (here != null) {
                String where =
                        current == element ? place : "@" + ((Class<?>) current).getSimpleName() + " (on " + place + ")";
                found.add(new Found<>(here, where));
            }
            for (Annotation annotation : current.getDeclaredAnnotations()) {
                Class<?> meta = annotation.annotationType();
                if (!meta.getName().startsWith("java.") && seen.add(meta)) {
                    open.add(meta);
                }
            }
        }
    }
}
