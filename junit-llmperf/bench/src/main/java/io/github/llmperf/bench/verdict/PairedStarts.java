package io.github.llmperf.bench.verdict;

/** How often the targets of a comparison are started. */
enum PairedStarts {
    /** Once each: both keep running. */
    ONE_EACH,
    /** For each pair. */
    ANEW
}
