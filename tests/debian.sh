#!/bin/sh
# Debian's packages for the tests: chromium without windows, which opens pages in half the time of
# the whole browser, and PostgreSQL, which keeps tables.
# Where one can't be had, says what is skipped; with CI=true that is a failure.
set -eu

postgresql="${POSTGRESQL:-/usr/lib/postgresql}"       # where Debian puts it
clusters="${CLUSTERS:-/etc/postgresql-common}"        # settings of Debian's own databases

has_chromium() { command -v chromium-headless-shell >/dev/null; }
has_postgresql() { set -- "$postgresql"/*/bin/postgres && [ -x "$1" ]; }

missing() {
    has_chromium || command -v chromium >/dev/null || skip chromium "every test that opens a page in a browser" "$1"
    has_postgresql || skip PostgreSQL "every test with tables in PostgreSQL" "$1"
    exit 0
}

skip() {
    echo "$1 is missing and $3."
    if [ "${CI:-}" = true ]; then
        echo "With CI=true the tests need it."
        exit 1
    fi
    echo "Skipped: $2."
}

packages=
# The font is only recommended by chromium, and without one all text is as wide as nothing.
has_chromium || packages="chromium-headless-shell fonts-liberation"
has_postgresql || packages="$packages postgresql"
[ -n "$packages" ] || exit 0

ID=unknown
os_release="${OS_RELEASE:-/etc/os-release}"
[ ! -r "$os_release" ] || . "$os_release"
[ "$ID" = debian ] || missing "this is not Debian, from which it could be installed"
[ "$(id -u)" = 0 ] || missing "only root can install it (apt-get install chromium-headless-shell postgresql)"

export DEBIAN_FRONTEND=noninteractive
echo "Installing for the tests, from Debian: $packages."
# The tests start databases of their own: none is to be made, and to run, beside them.
if ! [ -e "$clusters/createcluster.conf" ]; then
    mkdir -p "$clusters"
    echo "create_main_cluster = false" >"$clusters/createcluster.conf"
fi
{ apt-get update -qq && apt-get install -qq --yes --no-install-recommends $packages >/dev/null; } ||
    missing "it could not be installed"
