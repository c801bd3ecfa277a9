#!/bin/sh
# Runs a script of package.json with the browser found: test, or images.
set -eu
cd "$(dirname "$0")"
. ./chromium.sh
LLMPERF_CHROMIUM=$(find_chromium)
# Neither generator tells its makers of the run.
ALLURE_NO_ANALYTICS=true
export LLMPERF_CHROMIUM ALLURE_NO_ANALYTICS
exec npm run --silent "$1"
