#!/bin/sh
# Sees to it that the tests of the bridge to Matrix find a server: Synapse in an environment of its own (225 MB), since
# it needs forty packages that nothing else here does. The argument is the environment that the tests run in.
python="$1/bin/python"
server="$1/synapse"
if [ -n "$RENKEI_SYNAPSE" ] || [ -e "$server/installed" ]; then exit 0; fi
echo "installing a Matrix server for the tests (225 MB) …"
"$python" -m venv --without-pip "$server" &&
  "$python" -m pip --python "$server" install --quiet --disable-pip-version-check \
    -c constraints.txt -c tools/synapse.txt matrix-synapse &&
  touch "$server/installed" && exit 0
rm -rf "$server"
echo "Synapse could not be installed, so the tests of the bridge to Matrix are skipped: set RENKEI_SYNAPSE"
