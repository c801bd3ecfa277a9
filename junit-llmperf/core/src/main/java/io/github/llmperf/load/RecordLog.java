package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The records of ended requests in little memory, in the order of ending: some fifty bytes each and about four per token
 * event, without the texts of the answers. Records are made anew each time they are looked at, so that a pass over a
 * million of them holds one. Safe for use by many threads; an iterator sees what was there when it was asked for.
 */
final class RecordLog extends AbstractCollection<RequestRecord> {

    /** Below half of the smallest region of a heap, so that no block needs a place of its own. */
    static final int BLOCK_BYTES = 256 * 1024;

    private final RecordFormat format = new RecordFormat();
    private final List<Block> blocks = new ArrayList<>();
    private int size;

    /** Bytes of whole records; those written do not change. */
    private static final class Block {
        private final byte[] bytes;
        private int used;

        Block(int length) {
            bytes = new byte[length];
        }
    }

    /** Returns a record as {@link #append} takes it; the costly part, which needs no order. */
    PackedBytes packed(RequestRecord record) {
        return format.write(record);
    }

    /** Adds a record that this log has packed. */
    synchronized void append(PackedBytes packed) {
        if (blocks.isEmpty() || last().used + packed.length() > last().bytes.length) {
            blocks.add(new Block(Math.max(BLOCK_BYTES, packed.length())));
        }
        packed.copyTo(last().bytes, last().used);
        last().used += packed.length();
        size++;
    }

    @Override
    public synchronized int size() {
        return size;
    }

    @Override
    public synchronized Iterator<RequestRecord> iterator() {
        return new Records(List.copyOf(blocks), size);
    }

    private Block last() {
        return blocks.get(blocks.size() - 1);
    }

    private final class Records implements Iterator<RequestRecord> {
        private final Iterator<Block> unread;
        private int left;
        private int end;
        private PackedCursor cursor = new PackedCursor(new byte[0]);

        Records(List<Block> blocks, int size) {
            unread = blocks.iterator();
            left = size;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public RequestRecord next() {
            if (left == 0) {
                throw new NoSuchElementException("all records were read");
            }
            if (cursor.position() == end) {
                Block block = unread.next();
                cursor = new PackedCursor(block.bytes);
                end = block.used;
            }
            left--;
            return format.read(cursor);
        }
    }
}
