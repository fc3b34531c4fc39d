"""Prints which test suites a change can break, as a pattern for `Scripts/test.sh --filter`.

Usage: suites.py [BASE | --of PATH...]: of the files that differ from the commit BASE and those that git does not
know yet, or of the paths given; without either, all suites of `make quick`. A source file can break the tests that
depend on its target in Package.swift, the documentation and the scripts those named here, and any other file all.
"""

import json
import re
import subprocess
import sys

QUICK = {"CairnTests", "CairnInsightsTests", "CairnExchangeTests", "CairnSQLiteTests", "CairnStoreTests",
         "CairnHTTPTests", "CairnServerTests", "CairnCLITests", "HouseTests"}
# What other tests read than those of its target, and pages, which only those of the server ask for.
READ = [
    (r"Web/|Scripts/wasm/", {"CairnServerTests", "CairnWebTests"}),
    (r"Tests/CairnExchangeTests/Fixtures/", {"CairnExchangeTests", "CairnCLITests"}),
    (r"docs/server\.md$|Sources/CairnServer/Pages/", {"CairnServerTests"}),
    (r".*\.md$|docs/|Scripts/|Tests/(Browser|Cluster|Crash|API|Sync|Postgres)/|Benchmarks/|Fuzz/|Makefile$", set()),
]


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def changed(base):
    """The paths that differ from a commit, and those that git does not know yet."""
    known = output("git", "diff", "--no-renames", "--name-only", "-z", base)
    new = output("git", "ls-files", "--others", "--exclude-standard", "-z")
    return [path for path in (known + new).split("\0") if path]


def targets():
    """Each target of Package.swift: its folder, and what it depends on."""
    # A folder of its own, as a build keeps all others of .build waiting.
    package = json.loads(output("swift", "package", "--scratch-path", ".build/suites", "dump-package"))
    found = {}
    for target in package["targets"]:
        home = "Tests" if target["type"] == "test" else "Sources"
        needs = {name for one in target["dependencies"] for name in [next(iter(one.values()))[0]]}
        found[target["name"]] = (target.get("path") or f"{home}/{target['name']}", needs)
    return found


def dependents(name, all_targets):
    """The targets that need one, directly or not, and itself."""
    found, more = set(), {name}
    while more:
        found |= more
        more = {other for other, (_, needs) in all_targets.items() if needs & more} - found
    return found


def suites(path, all_targets):
    """The suites that a change of one file can break."""
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
