#!/bin/sh
# Installs the npm packages when they are not there or others than in package-lock.json. Ends with 3, and says what is
# missing, on a machine without a browser or Node.js; with npm's own status where it fails to install.
set -eu
cd "$(dirname "$0")"
. ./chromium.sh

missing() {
    echo "the tests in a browser need $1, which is not there: $2" >&2
    exit 3
}

find_chromium >/dev/null || missing Chromium "apt-get install chromium, or name one in LLMPERF_CHROMIUM"
command -v node >/dev/null || missing Node.js "apt-get install nodejs npm, version 20 or newer"
command -v npm >/dev/null || missing npm "apt-get install npm"
version=$(node -p 'process.versions.node.split(".")[0]')
[ "$version" -ge 20 ] || missing "Node.js 20 or newer" "this is version $version"

# npm ci removes the packages first, and this copy with them.
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
    npm ci --ignore-scripts
    cp package-lock.json node_modules/installed-lock.json
fi
