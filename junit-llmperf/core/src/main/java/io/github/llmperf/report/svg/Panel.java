package io.github.llmperf.report.svg;

/** A small chart below others on the same time axis. */
interface Panel {

    /** How high it is, its title not included. */
    double height();

    /** Draws it; its title stands above. */
    void draw(Markup svg, Palette palette, TimeAxis axis, double y);
}
