#!/bin/sh
# Keeps recorded runs on a branch of their own, so that a build can add to them while the default branch is protected.
#
#   baselines.sh mount               makes that branch a work tree in the directory "baselines"
#   baselines.sh recording COMMAND…  runs the command with -Dllmperf.baseline=record, and with the reason and the tag below
#   baselines.sh push                commits what was recorded and pushes it; merges when another build was first
#
# Run it in the checkout. From the environment:
#   LLMPERF_REMOTE   where the branch lies: a remote or a url; origin
#   LLMPERF_BRANCH   its name; llmperf-baselines
#   LLMPERF_DIR      the directory, in the checkout; baselines
#   LLMPERF_ACCEPT   why a slowdown is meant; none
#   LLMPERF_TAG      name under which the runs can be an anchor, other characters than A-Z a-z 0-9 . _ / - become -; none
#   LLMPERF_ATTEMPTS how often a push is tried; 10
#   LLMPERF_PAUSE    longest pause between two, in seconds; 5
set -eu

remote=${LLMPERF_REMOTE:-origin}
branch=${LLMPERF_BRANCH:-llmperf-baselines}
directory=${LLMPERF_DIR:-baselines}

say() { echo "[baselines] $*"; }
fail() { say "$*" >&2; exit 1; }

# Commits are the build's own, whoever the runner is set up for.
as_build() { git -c user.name=llmperf -c user.email=llmperf@localhost "$@"; }

fetch() { git fetch --quiet --no-tags "$remote" "refs/heads/$branch"; }

exists() {
    # 2 says that the branch is not there; anything else that the remote cannot be reached.
    git ls-remote --quiet --exit-code "$remote" "refs/heads/$branch" > /dev/null && return 0
    [ $? -eq 2 ] || fail "$branch cannot be read; make the remote reachable for this job (LLMPERF_REMOTE, permissions)"
    return 1
}

# A build that was cancelled, or could not push, may have left runs that are nowhere else.
keep_unpushed() {
    (
        cd "$directory"
        git add --all
        git diff --cached --quiet || as_build commit --quiet -m "Record load tests of a build that did not push"
        if [ -n "$1" ] && git merge-base --is-ancestor HEAD "$1"; then return; fi
        left=llmperf-unpushed-$(git rev-parse --short HEAD)
        git branch --force "$left" HEAD
        say "an earlier build left runs that it did not push; they are on branch $left of this checkout"
    )
}

mount() {
    start=
    if exists; then
        fetch
        start=$(git rev-parse FETCH_HEAD)
    fi
    # A runner that keeps its checkout still has the work tree of the last build.
    if [ -f "$directory/.git" ]; then
        keep_unpushed "$start"
        git worktree remove --force "$directory"
    fi
    git worktree prune
    if [ -d "$directory" ] && [ -n "$(ls -A "$directory")" ]; then
        fail "$directory must be empty, but holds files; move them to branch $branch and remove them from this one"
    fi
    if [ -n "$start" ]; then
        say "mounted $branch in $directory"
    else
        start=$(as_build commit-tree -m "Begin the baselines" "$(git mktree < /dev/null)")
        say "mounted an empty $directory: there is no $branch yet, the first push creates it"
    fi
    git worktree add --quiet --detach "$directory" "$start"
    # Keeps "git add" and "git status" of the checkout away from it.
    exclude=$(git rev-parse --git-path info/exclude)
    mkdir -p "$(dirname "$exclude")"
    grep -qsx "/$directory/" "$exclude" || echo "/$directory/" >> "$exclude"
}

# Names of releases may have characters, such as the + of v1.2+3, that a tag cannot.
tag() { printf %s "$LLMPERF_TAG" | tr -c 'A-Za-z0-9._/-' '-'; }

recording() {
    set -- "$@" -Dllmperf.baseline=record
    if [ -n "${LLMPERF_ACCEPT:-}" ]; then set -- "$@" "-Dllmperf.baseline.accept=$LLMPERF_ACCEPT"; fi
    if [ -n "${LLMPERF_TAG:-}" ]; then set -- "$@" "-Dllmperf.baseline.tag=$(tag)"; fi
    "$@"
}

push() {
    [ -f "$directory/.git" ] || fail "$directory must be mounted; run \"$0 mount\" first"
    source=$(git rev-parse --short HEAD)
    cd "$directory"
    git add --all
    if git diff --cached --quiet; then
        say "nothing was recorded"
        return
    fi
    as_build commit --quiet -m "Record load tests of $source [skip ci]"
    attempt=1
    until git push --quiet "$remote" "HEAD:refs/heads/$branch"; do
        [ "$attempt" -lt "${LLMPERF_ATTEMPTS:-10}" ] || fail "$branch could not be pushed in $attempt attempts"
        catch_up
        pause "$attempt"
        attempt=$((attempt + 1))
    done
    say "pushed $branch"
}

catch_up() {
    exists || fail "$branch must be writable for this job; give it the right to push (LLMPERF_REMOTE, permissions)"
    fetch
    if git merge-base --is-ancestor FETCH_HEAD HEAD; then
        fail "$branch has not moved, and still the push was refused; give this job the right to push to it"
    fi
    say "another build was first: merging"
    # Two builds may both have begun the branch.
    as_build merge --quiet --allow-unrelated-histories -m "Merge load tests of another build [skip ci]" FETCH_HEAD || {
        git merge --abort
        fail "$branch cannot be merged; does its .gitattributes say \"*.jsonl merge=union\"?"
    }
}

# Builds that met once meet again unless they wait for different times.
pause() {
    longest=${LLMPERF_PAUSE:-5}
    [ "$longest" -eq 0 ] || sleep $((($$ + $1) % longest + 1))
}

case ${1:-} in
    mount | push) "$1" ;;
    recording) shift; recording "$@" ;;
    *) fail "first argument must be mount, recording or push, but is \"${1:-}\"" ;;
esac
