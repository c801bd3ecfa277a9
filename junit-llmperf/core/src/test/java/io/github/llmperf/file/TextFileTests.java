package io.github.llmperf.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TextFileTests {

    @Test
    void namesByteAndLineThatIsNotUtf8() {
        byte[] latin1 = "one\ntwo\ncaf\u00e9 au lait".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> TextFile.of("own.txt", latin1).text())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("own.txt must be UTF-8, but the byte at offset 11 (line 3) is not; save the file as UTF-8");
    }

    @Test
    void countsBytesNotCharactersBeforeTheError() {
        byte[] bytes = {(byte) 0xE6, (byte) 0xB1, (byte) 0x89, '\n', (byte) 0xC3, '('};

        assertThatThrownBy(() -> TextFile.of("own.txt", bytes).text())
                .hasMessageContaining("the byte at offset 4 (line 2) is not");
    }

    @Test
    void refusesACharacterCutOffAtTheEnd() {
        byte[] bytes = {'a', (byte) 0xE6, (byte) 0xB1};

        assertThatThrownBy(() -> TextFile.of("own.txt", bytes).text())
                .hasMessageContaining("the byte at offset 1 (line 1) is not");
    }

    @Test
    void findsTheWrongByteWhereverItStands() {
        for (int before : new int[] {0, 8190, 8191, 8192, 16_383, 100_000}) {
            byte[] bytes = ("汉\n" + "x".repeat(before) + "\n汉字").getBytes(StandardCharsets.UTF_8);
            bytes[bytes.length - 1] = 'x';

            assertThatThrownBy(() -> TextFile.of("own.txt", bytes).text())
                    .hasMessageContaining("the byte at offset " + (before + 8) + " (line 3) is not");
        }
    }

    @Test
    void saysWhyItCannotBeRead() {
        TextFile file = new TextFile("own.txt", () -> {
            throw new AccessDeniedException("own.txt");
        });

        assertThatThrownBy(file::text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("own.txt must be readable, but is not (java.nio.file.AccessDeniedException: own.txt);"
                        + " correct the file or its permissions");
    }

    @Test
    void saysThatMemoryDoesNotSuffice() {
        AtomicInteger opened = new AtomicInteger();
        TextFile file = new TextFile("own.txt", () -> {
            if (opened.incrementAndGet() == 1) {
                throw new OutOfMemoryError("Java heap space");
            }
            return new ByteArrayInputStream(new byte[3 << 20]);
        });

        assertThatThrownBy(file::text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("own.txt must leave half of the heap of "
                        + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MB to the load, but of its 3 MB what was read took all of it;"
                        + " raise -Xmx (Surefire: argLine), or cut the file")
                .hasCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void removesOnlyTheFirstByteOrderMark() {
        byte[] bytes = "\uFEFFa\uFEFFb".getBytes(StandardCharsets.UTF_8);

        assertThat(TextFile.of("own.txt", bytes).text()).isEqualTo("a\uFEFFb");
    }
}
