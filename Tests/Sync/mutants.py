"""Checks that the simulation finds each of a list of bugs planted in the sync code.

Usage: mutants.py [WORD]: only bugs with the word in their name; mutants.py --places only checks that the code to
replace exists. Works on a copy of the tree below .build/mutants. Exits with 1 if a bug is not found, its code does
not exist, or the same histories fail without a bug. Tests/Merge/mutants_merge.py does the same for the merge rules.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build" / "mutants"
#: The seed of the first short history, from which on every kind of step occurs.
FIRST, HISTORIES = "1000000", 2000
DEVICE, SERVER, MERGING = (f"Sources/CairnSync/{name}/" for name in ["Device", "Server", "Merging"])
STORE, RECORDS = "Sources/CairnStore/Sync/", "Sources/Cairn/Records/"
SQLITE = "Sources/CairnSQLite/"

# From this seed on, devices have names.
NAMED = "2400000000"
# From this seed on, sessions are split and merged.
CUTTING = "2600000000"

# name, file, original code, replacement, and the first seed if it is another
MUTANTS = [
    ("stamps of the future are taken", SERVER + "Log+ApplyPush.swift",
     "stamp.time <= latest ? stamp : writer.newStamp()", "stamp"),
    ("a mutation that is sent again is taken again", SERVER + "Log+ApplyPush.swift",
     "      return isSame ? .accepted(known.stamp) : Self.another\n", "      _ = isSame\n"),
    ("the server's stamp is not kept by the device", DEVICE + "Log+Outbox.swift",
     "      try keep(result.id, under: stamp)\n", "      _ = stamp\n"),
    ("what a rule set and the server lacks is thrown away", DEVICE + "Log+ApplyPull.swift",
     "(isMissing && old.kind != SessionRecord.kind)", "false", NAMED),
    ("sums are said to be equal", DEVICE + "Log+ApplyPull.swift",
     "guard localDigest != remoteDigest else", "guard localDigest != remoteDigest, localDigest == nil else"),
    ("what the server lost is not sent again", DEVICE + "Log+ApplyPull.swift",
     "    try OutboxTable.mark(page.unknown, 0, in: connection)\n", ""),
    ("no record is sent again after a restore", DEVICE + "Log+Outbox.swift",
     "    try ResendTable.fill(in: connection)\n", ""),
    ("no mutation is sent again after a restore", DEVICE + "Log+Outbox.swift",
     "    try OutboxTable.markAllUnsent(in: connection)\n    try ResendTable", "    try ResendTable"),
    ("a page has gaps", SERVER + "Log+SyncPage.swift",
     "    hasMore = records.count == pull.limit\n", "    hasMore = false\n"),
    ("mutations of a full page are cut off", SERVER + "Log+SyncPage.swift",
     "    hasMore = hasMore || mutations.count == pull.limit\n", ""),
    ("what a merge did not know is not reported", STORE + "ConflictTable.swift",
     "owners: owners, hidesMerged: true)", "owners: owners)", CUTTING),
    ("two sessions run", MERGING + "RemoteRecords.swift",
     "    if let other = try otherRunningSession(of: new) {", "    if let other = try otherRunningSession(of: new), other.id == new.id {"),
    ("the wrong session goes on", MERGING + "RemoteRecords.swift",
     "      let ended = try ended(other, otherSession, at: newSession.timeline.claim)\n"
     "      try writer.storeRemote(ended, replacing: other)\n",
     "      new = try ended(new, newSession, at: otherSession.timeline.claim)\n"),
    ("a clock days ahead makes hours", MERGING + "RemoteRecords.swift",
     "max(isAhead ? writer.latestStamp : claim, own)", "max(isAhead ? claim : claim, own)"),
    ("the last to arrive wins", RECORDS + "Record.swift",
     "let theirs = other.stamp(of: name), wins(name, value, theirs) else", "let theirs = other.stamp(of: name) else"),
    ("the first to arrive wins", RECORDS + "Record.swift",
     "    return mine < theirs || (mine == theirs && fields[name] < value)",
     "    return mine < theirs && theirs < mine"),
    ("stamps follow the wall clock", RECORDS + "Stamp.swift",
     "last = wall > last ? wall : last + 1", "last = wall"),
    ("stamps of others are not observed", RECORDS + "Stamp.swift",
     "    last = max(last, stamp.time)\n", ""),
    ("a deletion is not sent", SERVER + "Log+ApplyPush.swift",
     "    let new = change.record(stamp: stamp)\n",
     "    var set = change.set\n    if set.deletion != nil { set.restore() }\n"
     "    let new = Change(kind: change.kind, id: change.id, set: set, was: change.was, stamps: change.stamps)"
     ".record(stamp: stamp)\n"),
    ("an edit brings back what was deleted", SERVER + "Log+ApplyPush.swift",
     "    let new = change.record(stamp: stamp)\n",
     "    var set = change.set\n    if set.deletion == nil { set.restore() }\n"
     "    let new = Change(kind: change.kind, id: change.id, set: set, was: change.was, stamps: change.stamps)"
     ".record(stamp: stamp)\n"),
    ("the sum forgets what was replaced", "Sources/CairnStore/Records/LogWriter.swift",
     "    if let old { state.digest.remove(old) }\n", ""),
    ("history is not taken over", DEVICE + "Log+ApplyPull.swift",
     "    for received in page.mutations { _ = try attempt { try $0.apply(received) } }\n", ""),
    ("records a server lost are not compared", SERVER + "Log+ApplyPush.swift",
     "      for record in push.records { try applier.apply(record) }\n", ""),
    ("what a newer version knows is dropped", SERVER + "Log+ApplyPush.swift",
     "    let new = change.record(stamp: stamp)\n",
     "    var set = change.set\n    for (name, _) in set.members where name.hasPrefix(\"newer\") { set[name] = .null }\n"
     "    let new = Change(kind: change.kind, id: change.id, set: set, was: change.was, stamps: change.stamps)"
     ".record(stamp: stamp)\n"),
    ("a comparison that was cut off is forgotten", DEVICE + "Log+ApplyPull.swift",
     "    (cursor.records, cursor.mutations) = (0, 0)\n    try writer.resendEverything()\n",
     "    (cursor.resyncedAt, cursor.problem) = (writer.now, Self.difference)\n"),
    ("a difference is told and never mended", DEVICE + "SyncRunner.swift",
     "isFullyCompared: outcome.didFullComparison", "isFullyCompared: true"),
    ("what is read of a duplicate elsewhere stays there", SERVER + "Log+ApplyPush.swift",
     "writer.reconcileBookMerges, writer", "writer"),
    ("a disk is not asked to keep anything", SQLITE + "Connection+Open.swift",
     "PRAGMA synchronous = EXTRA", "PRAGMA synchronous = OFF"),
    ("a removed journal may come back", SQLITE + "Connection+Open.swift",
     "PRAGMA synchronous = EXTRA", "PRAGMA synchronous = FULL"),
    ("a value that the server stamped anew is compared for ever", DEVICE + "Log+ApplyPull.swift",
     "      guard pending.contains(name) || isMissing || old.fields[name] != new.fields[name]\n"
     "      else { continue }\n", ""),
    ("a cut off run counts as done", DEVICE + "SyncRunner.swift",
     "    try await push(&outcome)\n    let result", "    try? await push(&outcome)\n    let result"),
]


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, cwd=PLACE / "tree", **more)


def prepare():
    """Copies the tree and keeps file times, so that only changed files are rebuilt."""
    shutil.rmtree(PLACE / "tree", ignore_errors=True)
    (PLACE / "tree").mkdir(parents=True)
    shutil.copy2(ROOT / "Package.swift", PLACE / "tree")
    for name in ["Benchmarks", "Sources", "Tests", "Web"]:
        shutil.copytree(ROOT / name, PLACE / "tree" / name, symlinks=True)


def built(product):
    """Returns the build error, or an empty string."""
    done = run("swift", "build", "--product", product, "--scratch-path", str(PLACE / "build"))
    return "" if done.returncode == 0 else "\n".join(re.findall(r"error: .*", done.stdout + done.stderr)) or "failed"


def simulated(first=FIRST, seconds=600):
    """Returns the simulation's output for the bug; nothing if it finds none."""
    try:
        done = run(PLACE / "build/debug/Simulate", first, str(HISTORIES), timeout=seconds)
    except subprocess.TimeoutExpired:
        return "it never ends"
    return "" if done.returncode == 0 else (done.stdout.splitlines() or ["it crashed"])[0]


def planted(product, check, name, file, old, new, *first):
    """Returns how the check fails on a product with a bug."""
    path = PLACE / "tree" / file
    text = path.read_text()
    if text.count(old) != 1:
        return f"NOT PLANTED: its place stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new))
    try:
        flaw = built(product)
        if flaw:
            return f"NOT PLANTED: {flaw}"
        began = time.monotonic()
        found = check(*first)
        return f"found in {time.monotonic() - began:.0f} s: {found}" if found else "NOT FOUND"
    finally:
        path.write_text(text)


def misplaced(mutants):
    """Returns errors for bugs with code that is missing or occurs more than once."""
    places = [(name, file, (ROOT / file).read_text().count(old)) for name, file, old, *_ in mutants]
    return [f"{name}: its place stands {count} times in {file}" for name, file, count in places if count != 1]


def main(mutants=MUTANTS, product="Simulate", check=simulated):
    if sys.argv[1:] == ["--places"]:
        sys.exit("\n".join(misplaced(mutants)) or 0)
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    prepare()
    # A failure without a bug would be attributed to every bug.
    flaw = built(product) or check()
    if flaw:
        sys.exit(f"Without any of them: {flaw}")
    missed = tried = 0
    for mutant in mutants:
        if word in mutant[0]:
            tried += 1
            result = planted(product, check, *mutant)
            missed += "NOT" in result
            print(f"{mutant[0]}: {result}", flush=True)
    print(f"{missed} of {tried} planted bugs were not found")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
