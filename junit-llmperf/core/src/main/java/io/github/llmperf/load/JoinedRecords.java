package io.github.llmperf.load;

import io.github.llmperf.client.RequestRecord;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The records of several runs, one after the other; a view, not a copy. */
final class JoinedRecords extends AbstractCollection<RequestRecord> {

    private final List<Collection<RequestRecord>> parts;

    JoinedRecords(List<Collection<RequestRecord>> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public int size() {
        return parts.stream().mapToInt(Collection::size).sum();
    }

    /** A stream's own iterator would hold all records of a part at once. */
    @Override
    public Iterator<RequestRecord> iterator() {
        Iterator<Collection<RequestRecord>> further = parts.iterator();
        return new Iterator<>() {
            private Iterator<RequestRecord> current = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!current.hasNext() && further.hasNext()) {
                    current = further.next().iterator();
                }
                return current.hasNext();
            }

            @Override
            public RequestRecord next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("all records were read");
                }
                return current.next();
            }
        };
    }
}
