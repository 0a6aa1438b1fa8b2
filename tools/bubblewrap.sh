#!/bin/sh
# Sees to it that the tests of caged commands find bubblewrap: Debian's, where it may be installed.
command -v bwrap > /dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "installing bubblewrap …"
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends bubblewrap > /dev/null 2>&1 && exit 0
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends bubblewrap; } > /dev/null 2>&1 && exit 0
fi
echo "bubblewrap was not found, so the tests of caged commands are skipped: install it"
