#!/bin/sh
# Sees to it that the tests of the person's view find a browser: Debian's, where it may be installed.
for program in "$RENKEI_CHROMIUM" chromium chromium-browser google-chrome; do
  if [ -n "$program" ] && command -v "$program" > /dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "installing a browser …"
  packages="chromium fonts-noto-cjk"
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends $packages > /dev/null 2>&1 && exit 0
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages; } > /dev/null 2>&1 && exit 0
fi
echo "no browser was found, so the tests of the person's view are skipped: install chromium, or set RENKEI_CHROMIUM"
