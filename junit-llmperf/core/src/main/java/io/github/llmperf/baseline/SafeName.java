package io.github.llmperf.baseline;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/**
 * File names made of names that users chose. A name that is harmless stays as it is; any other has its odd characters
 * replaced and a hash of the original appended, so that two names never share a file.
 */
final class SafeName {

    private static final int LONGEST = 100;
    private static final String HARMLESS = "._-=,()$+@";
    /** Reserved by Windows, whatever follows the first dot. */
    private static final Set<String> DEVICES = Set.of(
            "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "lpt1",
            "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9");

    private SafeName() {}

    /** Returns a name that is one path element on every file system: no separator, no leading or trailing dot. */
    static String of(String name) {
        String normal = Normalizer.normalize(name, Normalizer.Form.NFC);
        StringBuilder safe = new StringBuilder();
        normal.codePoints()
                .forEach(c -> safe.appendCodePoint(Character.isLetterOrDigit(c) || HARMLESS.indexOf(c) >= 0 ? c : '_'));
        if (safe.length() > LONGEST) {
            safe.setLength(Character.isHighSurrogate(safe.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
        }
        if (safe.length() == 0 || safe.charAt(0) == '.' || isDevice(safe.toString())) {
            safe.insert(0, '_');
        }
        if (safe.charAt(safe.length() - 1) == '.') {
            safe.append('_');
        }
        return safe.toString().equals(name) ? name : safe + "@" + Fingerprint.of(name, 8);
    }

    private static boolean isDevice(String name) {
        int dot = name.indexOf('.');
        return DEVICES.contains((dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT));
    }
}
