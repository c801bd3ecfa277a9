package io.github.llmperf.load;

import java.util.Random;

/**
 * The random numbers of a run: independent streams from one seed, the same on every Java version. {@link Random} states
 * its algorithms, of {@code nextGaussian} too; those of {@code SplittableRandom} and of the newer generators may change.
 */
final class Randomness {

    private Randomness() {}

    /**
     * Returns one stream. {@link Random} is specified to the bit, but begins alike for neighbouring seeds; the seed is
     * therefore mixed first (finalizer of MurmurHash3, as in Steele, Lea and Flood, "Fast splittable pseudorandom number
     * generators", 2014).
     */
    static Random stream(long seed, long stream) {
        long mixed = seed + 0x9e3779b97f4a7c15L * (stream + 1);
        mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return new Random(mixed ^ (mixed >>> 33));
    }
}
