package io.github.llmperf.prompt;

import io.github.llmperf.file.TextFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Prompt sets that users put on their class path.
 *
 * @param loader class loader of the tests
 */
record ClassPathPrompts(ClassLoader loader) {

    static final String FOLDER = "llmperf/prompts";

    /**
     * Finds the file of a set, by its path on the class path.
     *
     * @param name with or without its ending
     * @throws IllegalArgumentException if files of several formats have that name
     */
    Optional<String> find(String name) {
        if (name.startsWith("/") || List.of(name.split("/")).contains("..")) {
            return Optional.empty();
        }
        List<String> present = candidates(name).stream()
                .filter(path -> loader.getResource(path) != null)
                .toList();
        if (present.size() > 1) {
            throw new IllegalArgumentException(
                    "prompt set '" + name + "' must be one file on the class path, but there are "
                            + String.join(" and ", present) + "; name one with its ending or remove one");
        }
        return present.stream().findFirst();
    }

    private static List<String> candidates(String name) {
        if (PromptFormat.of(name).isPresent()) {
            return List.of(FOLDER + "/" + name);
        }
        return Stream.of(PromptFormat.values())
                .map(format -> FOLDER + "/" + name + format.ending())
                .toList();
    }

    TextFile file(String path) {
        return new TextFile("prompt file '" + path + "'", () -> open(path));
    }

    private InputStream open(String path) throws IOException {
        InputStream in = loader.getResourceAsStream(path);
        if (in == null) {
            throw new IOException("it vanished");
        }
        return in;
    }

    /** Finds any file of the folder; empty when there is none of that name. */
    Optional<TextFile> document(String fileName) {
        String path = FOLDER + "/" + fileName;
        boolean outside =
                fileName.startsWith("/") || List.of(fileName.split("/")).contains("..");
        return outside || loader.getResource(path) == null
                ? Optional.empty()
                : Optional.of(new TextFile("document '" + path + "'", () -> open(path)));
    }

    /** Names of all sets in folders and jars, as far as those can be listed; for messages only. */
    TreeSet<String> names() {
        TreeSet<String> names = new TreeSet<>();
        try {
            for (URL url : Collections.list(loader.getResources(FOLDER))) {
                for (String file : files(url)) {
                    PromptFormat.of(file)
                            .ifPresent(format -> names.add(file.substring(
                                    0, file.length() - format.ending().length())));
                }
            }
        } catch (IOException | URISyntaxException e) {
            // A list cut short only shortens the message that it is for.
            return names;
        }
        return names;
    }

    private static List<String> files(URL url) throws IOException, URISyntaxException {
        if (url.getProtocol().equals("file")) {
            return filesIn(Path.of(new URI(url.toString())));
        }
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection instanceof JarURLConnection jar ? filesIn(jar) : List.of();
    }

    private static List<String> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .toList();
        }
    }

    private static List<String> filesIn(JarURLConnection connection) throws IOException {
        List<String> files = new ArrayList<>();
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.startsWith(FOLDER + "/") && !entry.isDirectory()) {
                    files.add(name.substring(FOLDER.length() + 1));
                }
            }
        }
        return files;
    }
}
