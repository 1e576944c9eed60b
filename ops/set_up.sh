#!/bin/sh
# Installs what a lock file lists, by hash, and then this distribution: set_up.sh VENV LOCK
set -eu
pip="$1/bin/python -m pip --disable-pip-version-check"
lock=$2

echo "set-up: installing $lock"
if ! $pip install --quiet --require-hashes --requirement "$lock"; then
	cat >&2 <<-END

		set-up: the packages of $lock could not be installed (pip's own words are above).
		They come from a Python package index, so this step needs the network once; behind a proxy
		or with an index of your own, set HTTPS_PROXY or PIP_INDEX_URL. Then run the command again.
	END
	exit 1
fi
# What builds it came with the lock: this step needs no network.
$pip install --quiet --no-deps --no-build-isolation --editable .
