"""What every test of the suite gets: fixtures of real servers, clause coverage, settings."""

import os

from hypothesis import settings

pytest_plugins = ["tests.support.clauses", "tests.support.servers"]

# No deadline: a slow machine is no failure. In CI the examples are the same at every run, so
# that a red run is about the change; at home they are drawn anew.
settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
