"""Checks that MergeCheck finds each of a list of bugs planted in the rules of merging.

Usage: mutants_merge.py [WORD], mutants_merge.py --places: see Tests/Sync/mutants.py, which does the work.
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Sync"))

import mutants  # noqa: E402

MERGING, CHECK, RECORDS = "Sources/Cairn/Merging/", "Tests/MergeCheck/", "Sources/Cairn/Records/"

# name, file, original code, replacement
MUTANTS = [
    ("the last to arrive wins", RECORDS + "Record.swift",
     "let theirs = other.stamp(of: name), wins(name, value, theirs) else", "let theirs = other.stamp(of: name) else"),
    ("sessions run on beside another that was started", MERGING + "SessionTime.swift",
     "rival(after: last, before: .endless) else", "rival(after: last, before: .beginning) else"),
    ("only sessions that were not stopped end others", MERGING + "LogView.swift",
     "let kind = content.sessions[index].kind, content.sessions[index].isDeleted != true",
     "let kind = content.sessions[index].kind, content.sessions[index].isDeleted != true,\n"
     "        content.sessions[index].events.allSatisfy({ $0.event.action != .stop })"),
    ("deleted sessions end others", MERGING + "LogView.swift",
     "let kind = content.sessions[index].kind, content.sessions[index].isDeleted != true",
     "let kind = content.sessions[index].kind"),
    ("a press without effect is not reported", MERGING + "SessionTime.swift",
     "step.action != .stopPaused, let end = lastEnd, step.at > end {", "let end = lastEnd, step.at < end {"),
    ("a merge holds between sessions of two books", MERGING + "MergedSession.swift",
     "subject: content.sessions[index].subject.map { subject($0) }", "subject: nil"),
    ("what was merged is deleted with its target", MERGING + "MergedSession.swift",
     "if content.sessions[index].isDeleted == true {",
     "let root = content.sessions.index(of: targets.root(of: content.sessions[index].id)) ?? index\n"
     "      if content.sessions[index].isDeleted == true || content.sessions[root].isDeleted == true {"),
    ("a circle of merges ends at any record", MERGING + "MergeTargets.swift",
     "return path[first...].min() ?? place", "return path[first]"),
    ("only the first note of a merged session is shown", MERGING + "MergedSession.swift",
     "if !notes.contains(note) {", "if notes.isEmpty {"),
    ("deleting a merged session deletes one record of it", CHECK + "Person+Sessions.swift",
     "for member in members(try session(id)) {", "for member in members(try session(id)).prefix(1) {"),
    ("two that were logged over each other both give way", MERGING + "LogView+Room.swift",
     "guard opposite.map({ $0 <= stamp }) ?? true else", "guard opposite != stamp else"),
    ("time that two sessions share is not reported", MERGING + "LogView+Room.swift",
     "open.append((limit, session))", "open = [(limit, session)].filter { $0.limit < start }"),
    ("a split leaves the whole time with the first", CHECK + "Person+Split.swift",
     "state(member, member.segments.clipped(.beginning, at))", "state(member, member.segments)"),
    ("a split gives the second the time of the first", CHECK + "Person+Split.swift",
     "ExplicitTimes(member.segments.clipped(at, .endless), .ended)",
     "ExplicitTimes(member.segments.clipped(.beginning, at), .ended)"),
    ("a value that lost is not reported", MERGING + "HistoryIssues.swift",
     "setter.stamp < $0.stamp && knows($0.entry, setter.entry)", "setter.stamp < $0.stamp"),
    ("a change of what was deleted is not reported", MERGING + "HistoryIssues.swift",
     "final.contains { knows(entry, $0) }",
     "final.contains { history[$0].stamp > history[entry].stamp }"),
    ("pages count again after another device had read them", MERGING + "PageSpan.swift",
     "isReread ? start : min(end, max(start, high))", "isReread ? start : min(end, start)"),
    ("a noted page is ignored", MERGING + "PageSpan.swift",
     "noted.at >= time.start, noted.page > place", "noted.at < time.start, noted.page > place"),
    ("an undo is stamped as of now", MERGING + "Undo.swift",
     "stamps[name] = stamp.turned", "stamps[name] = Stamp(time: stamp.time + (1 << 32), node: 0)"),
    ("an undo puts back what is undone, too", MERGING + "Undo.swift",
     "setters.filter { inEffect.contains($0.entry) }", "setters.filter { $0.entry != entry }"),
    ("an undo leaves what another undo put back", MERGING + "Undo.swift",
     "maker.entry == entry || !inEffect.contains(maker.entry)\n", "maker.entry == entry\n"),
    ("an undo replaces what was set later", MERGING + "Undo.swift",
     "maker.entry == entry || !inEffect.contains(maker.entry)\n", "maker.entry != change.id\n"),
    ("a value put back that another undid is not reported", MERGING + "HistoryIssues.swift",
     "if current.stamp.turn > 0 { reportUnsettled(record, field, acts) }", "_ = reportUnsettled"),
    ("an undo that an edit did not know of is not reported", MERGING + "HistoryIssues.swift",
     "guard areLasting[setter.entry], setter.value != .null else",
     "guard areLasting[setter.entry], field.isEmpty else"),
    ("an act that was redone counts as undone", MERGING + "Mutation+Effect.swift",
     "(turns[entry] ?? 0) % 2 == 0", "(turns[entry] ?? 0) == 0"),
    ("a start inside stated times is not reported", MERGING + "SessionTime.swift",
     "      idle.append(step.at)\n    } else if step.action == .start {",
     "      if step.action != .start { idle.append(step.at) }\n    } else if step.action == .start {"),
    ("of two values under one stamp the last to arrive wins", RECORDS + "Record.swift",
     "mine == theirs && fields[name] < value", "mine == theirs"),
    ("a session that was restored counts as deleted", MERGING + "MergedSession.swift",
     "if content.sessions[index].isDeleted == true {", "if content.sessions[index].isDeleted != nil {"),
    ("who knew one act of a device knew all", RECORDS + "Knowledge.swift",
     "$0.node == stamp.node && stamp.time <= $0.time", "$0.node == stamp.node"),
    ("a merge into a deleted session is not reported", MERGING + "MergedSession.swift",
     "sessionOf[other] != sessionOf[index]", "sessionOf[other] != nil, sessionOf[other] != sessionOf[index]"),
    ("the second half of a split starts at the highest page", CHECK + "Person+Split.swift",
     "guard member.fields.startPage != nil else", "guard member.fields.startPage == 0 else"),
    ("every send without a tick is a flash", MERGING + "MergedClimb.swift",
     '(isFirst ? "flash" : "redpoint")', '"flash"'),
]  # fmt: skip


def checked():
    """Returns what the checks find: the invariants first, and only then differences from the model."""
    binary = mutants.PLACE / "build/debug/MergeCheck"
    print_model = [sys.executable, "-B", HERE / "merge_check.py", "--print", "0", "--random", "1000"]
    printed = subprocess.run(print_model, capture_output=True, text=True, check=True).stdout
    for words, given in ((["explore", "2"], ""), (["random", "0", "600"], ""), (["compare"], printed)):
        done = subprocess.run([binary, *words], input=given, capture_output=True, text=True)
        if done.returncode != 0:
            lines = [line for line in done.stdout.splitlines() if "0 kinds of failures, 0 silent" not in line]
            return words[0] + ": " + (lines or ["it crashed"])[0][:100]
    return ""


if __name__ == "__main__":
    mutants.main(MUTANTS, "MergeCheck", checked)
