#!/bin/sh
# Sees to it that the tests of the bridge to IRC find a server: Debian's ngircd, where it may be installed.
for program in "$RENKEI_NGIRCD" ngircd /usr/sbin/ngircd; do
  if [ -n "$program" ] && command -v "$program" > /dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "installing an IRC server …"
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends ngircd > /dev/null 2>&1 && exit 0
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends ngircd; } > /dev/null 2>&1 && exit 0
fi
echo "no IRC server was found, so the tests of the bridge to IRC are skipped: install ngircd, or set RENKEI_NGIRCD"
