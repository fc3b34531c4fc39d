"""Prints the test suites that a change can break, as a pattern for `Scripts/test.sh --filter`.

Usage: suites.py [BASE | --of PATH...]: for the files that differ from the commit BASE and untracked ones, or for
the given paths; without arguments, all suites of `make quick`. A source file can break the tests that depend on its
target in Package.swift; documentation and scripts can break the suites listed here; any other file can break all.
"""

import json
import re
import subprocess
import sys

QUICK = {"CairnTests", "CairnInsightsTests", "CairnExchangeTests", "CairnSQLiteTests", "CairnStoreTests",
         "CairnAccountsTests", "CairnHTTPTests", "CairnServerTests", "CairnCLITests", "HouseTests"}
# Files that tests of other targets read; pages are read only by the server tests.
READ = [
    (r"Web/|Scripts/wasm/", {"CairnServerTests", "CairnWebTests"}),
    (r"Tests/CairnExchangeTests/Fixtures/", {"CairnExchangeTests", "CairnCLITests"}),
    (r"docs/server\.md$|Sources/(CairnServer/Pages|CairnPages)/", {"CairnServerTests"}),
    (r".*\.md$|docs/|Scripts/|Tests/(Browser|Cluster|Crash|API|Sync|Postgres)/|Benchmarks/|Fuzz/|Makefile$", set()),
]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def changed(base):
    """Returns the paths that differ from a commit, and the untracked ones."""
    known = output("git", "diff", "--no-renames", "--name-only", "-z", base)
    new = output("git", "ls-files", "--others", "--exclude-standard", "-z")
    return [path for path in (known + new).split("\0") if path]


def targets():
    """Returns each target of Package.swift with its folder and its dependencies."""
    # A separate scratch folder, because a build locks .build.
    package = json.loads(output("swift", "package", "--scratch-path", ".build/suites", "dump-package"))
    found = {}
    for target in package["targets"]:
        home = "Tests" if target["type"] == "test" else "Sources"
        needs = {name for one in target["dependencies"] for name in [next(iter(one.values()))[0]]}
        found[target["name"]] = (target.get("path") or f"{home}/{target['name']}", needs)
    return found


def dependents(name, all_targets):
    """Returns the targets that depend on one, directly or transitively, and the target."""
    found, more = set(), {name}
    while more:
        found |= more
        more = {other for other, (_, needs) in all_targets.items() if needs & more} - found
    return found


def suites(path, all_targets):
    """Returns the suites that a change of one file can break."""
    for pattern, names in READ:
        if re.match(pattern, path):
            return names
    for name, (folder, _) in all_targets.items():
        if path.startswith(folder + "/"):
            near = [name] + [other for other, (_, needs) in all_targets.items() if name in needs]
            own = {f"{name}Tests"} & set(all_targets) or {other for other in near if other.endswith("Tests")}
            return (dependents(name, all_targets) & QUICK) | own
    return QUICK


def main():
    words = sys.argv[1:]
    if not words:
        names = QUICK
    else:
        paths, every = words[1:] if words[0] == "--of" else changed(words[0]), targets()
        names = set().union(*(suites(path, every) for path in paths)) | {"HouseTests"}
    print(rf"^({'|'.join(sorted(names))})\.")


main()
