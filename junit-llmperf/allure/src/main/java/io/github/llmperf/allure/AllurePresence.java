package io.github.llmperf.allure;

import java.util.Optional;
import java.util.stream.Stream;

/** Finds out whether Allure is used. Refers to nothing of Allure's, so that it loads where Allure is absent. */
final class AllurePresence {

    private static final String ALLURE = "io.qameta.allure.Allure";
    private static final String ALLURE_LISTENER = "io.qameta.allure.junitplatform.AllureJunitPlatform";

    private AllurePresence() {}

    static boolean isUsed() {
        return find(ALLURE).isPresent();
    }

    /** From its third version on, Allure attaches by itself what a test publishes through JUnit. */
    static boolean attachesPublishedFiles() {
        return find(ALLURE_LISTENER).stream()
                .flatMap(listener -> Stream.of(listener.getDeclaredMethods()))
                .anyMatch(method -> method.getName().equals("fileEntryPublished"));
    }

    private static Optional<Class<?>> find(String name) {
        try {
            return Optional.of(Class.forName(name, false, AllurePresence.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }
}
