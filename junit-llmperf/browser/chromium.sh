# Finds Chromium: $LLMPERF_CHROMIUM, else what is on the PATH. Read by the other scripts.
find_chromium() {
    for name in "${LLMPERF_CHROMIUM:-}" chromium chromium-browser google-chrome; do
        if [ -n "$name" ] && command -v "$name"; then
            return
        fi
    done
    return 1
}
