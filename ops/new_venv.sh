#!/bin/sh
# Makes a virtual environment: new_venv.sh FOLDER [PYTHON]
# Takes PYTHON, or else the first interpreter on PATH that is 3.11 or later and has venv and pip.
set -eu
folder=$1
chosen=${2:-}

fits() { # a pyenv shim may be on PATH and still refuse to run
	"$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

for python in ${chosen:-python3 python python3.14 python3.13 python3.12 python3.11}; do
	if fits "$python"; then
		echo "set-up: $("$python" --version) -> $folder"
		exec "$python" -m venv "$folder"
	fi
done

cat >&2 <<-END
	set-up: no Python that fits was found (tried: ${chosen:-python3, python, python3.11 … 3.14}).
	Greffier needs Python 3.11 or later with its venv and ensurepip modules.
	  Debian, Ubuntu: apt-get install python3 python3-venv
	  elsewhere:      make … PYTHON=/path/to/python3
END
exit 1
