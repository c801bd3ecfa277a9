package io.github.llmperf.settings;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Settings by attribute name, of which some are said and others are not. Attributes that equal their default are unset:
 * every default of our annotations is a value that nobody would mean.
 */
@API(status = Status.INTERNAL, since = "0.1")
public record Settings(Map<String, Setting> byName) {

    public static final Settings NONE = new Settings(Map.of());

    public Settings {
        byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    }

    static Settings of(Annotation annotation, String place) {
        Map<String, Setting> said = new LinkedHashMap<>();
        String type = annotation.annotationType().getSimpleName();
        for (Method attribute : annotation.annotationType().getDeclaredMethods()) {
            Object value = ReflectionSupport.invokeMethod(attribute, annotation);
            if (value != null && !same(value, attribute.getDefaultValue())) {
                String name = attribute.getName();
                String shown = name.equals("value") ? "@" + type : "@" + type + "(" + name + ")";
                said.put(name, new Setting(shown, place, texts(value)));
            }
        }
        return new Settings(said);
    }

    private static boolean same(Object value, Object unset) {
        return value.getClass().isArray() ? Array.getLength(value) == 0 : value.equals(unset);
    }

    private static List<String> texts(Object value) {
        if (!value.getClass().isArray()) {
            return List.of(text(value));
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < Array.getLength(value); i++) {
            texts.add(text(Array.get(value, i)));
        }
        return texts;
    }

    private static String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value instanceof Class<?> type ? type.getName() : value.toString();
    }

    /**
     * Adds what is unset here from settings that lie farther away. Users, a rate and stages replace each other, and stages
     * replace what says how long a load lasts.
     */
    public Settings over(Settings farther) {
        Map<String, Setting> merged = new LinkedHashMap<>(farther.byName);
        if (has("users")) {
            merged.keySet().removeAll(List.of("requestRate", "stages"));
        }
        if (has("requestRate")) {
            merged.keySet().removeAll(List.of("users", "stages"));
        }
        if (has("stages")) {
            merged.keySet().removeAll(List.of("users", "requestRate", "requests", "duration"));
        }
        merged.putAll(byName);
        return new Settings(merged);
    }

    public Settings with(String name, Setting setting) {
        Map<String, Setting> changed = new LinkedHashMap<>(byName);
        changed.put(name, setting);
        return new Settings(changed);
    }

    Settings without(Collection<String> names) {
        Map<String, Setting> fewer = new LinkedHashMap<>(byName);
        fewer.keySet().removeAll(names);
        return new Settings(fewer);
    }

    public Optional<Setting> get(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public boolean has(String name) {
        return byName.containsKey(name);
    }
}
