#!/bin/sh
# Debian's chromium for the tests that open a page. Where it can't be had, says what is skipped;
# with CI=true that is a failure.
set -eu

missing() {
    echo "chromium is missing and $1."
    if [ "${CI:-}" = true ]; then
        echo "With CI=true the tests need it."
        exit 1
    fi
    echo "Skipped: every test that opens a page in a browser."
    exit 0
}

command -v chromium >/dev/null && exit 0
ID=unknown
os_release="${OS_RELEASE:-/etc/os-release}"
[ ! -r "$os_release" ] || . "$os_release"
[ "$ID" = debian ] || missing "this is not Debian, from which it could be installed"
[ "$(id -u)" = 0 ] || missing "only root can install it (apt-get install chromium)"

export DEBIAN_FRONTEND=noninteractive
echo "Installing Debian's chromium for the tests."
# The font is only recommended by chromium, and without one all text is as wide as nothing.
{ apt-get update -qq && apt-get install -qq --yes --no-install-recommends \
    chromium fonts-liberation >/dev/null; } || missing "it could not be installed"
