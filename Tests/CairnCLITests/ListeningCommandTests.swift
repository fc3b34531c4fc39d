import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Listening on the command line` {
  private func listener() async throws -> Person {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T20:00:00Z", "UTC")
    await me.types(
      "start",
      "listen",
      "Emma",
      "--author",
      "Jane Austen",
      "--length",
      "16:39:00",
      "--from",
      "1:02:03",
      "--speed",
      "1.25"
    )
    me.now = "2026-03-05T21:00:00Z"
    return me
  }

  @Test func `keeps the note of the start and adds that of the end`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T20:00:00Z", "UTC")
    await me.types("start", "listen", "Emma", "--note", "in the rain")
    me.now = "2026-03-05T21:00:00Z"
    await me.types("stop", "--note", "then home")
    let told = await me.types("log", "--json").out
    #expect(told.contains(#""note":"in the rain\nthen home""#), "\(told)")
  }

  @Test func `starts with the known facts of the story and its position`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T20:00:00Z", "UTC")
    let started = await me.types(
      "start",
      "listen",
      "Emma",
      "--length",
      "16:39:00",
      "--from",
      "1:02:03",
      "--speed",
      "1.25"
    )
    #expect(started.out.hasPrefix("Added the story “Emma” ("))
    #expect(
      started.out.hasSuffix(
        "Started listening to “Emma”, Thu 5 Mar 20:00, from 1:02:03 of 16:39:00, "
          + "at 1.25 times the speed.\n"
      )
    )
    me.now = "2026-03-05T20:10:00Z"
    #expect(
      await me.types("status").out
        == "listening to “Emma”, from 1:02:03 of 16:39:00, at 1.25 times the speed, 10m so far, "
        + "running since Thu 5 Mar 20:00\n"
    )
  }

  @Test func `ends at a position, partial unless completed`() async throws {
    let me = try await listener()
    let ended = await me.types("stop", "--position", "2:17:03").out.split(separator: "\n")
    #expect(ended.first?.hasPrefix("Stopped: “Emma”, Thu 5 Mar 20:00–21:00, 1h 00m (") == true)
    #expect(
      ended.last == "  unfinished, from 1:02:03 to 2:17:03 of 16:39:00, at 1.25 times the speed"
    )
    let json = await me.types("edit", "last", "--completed", "--speed", "none", "--json").out
    #expect(json.contains("\"completed\":true,\"start_position_seconds\":3723"))
    #expect(json.contains("\"position_seconds\":8223,\"speed_hundredths\":null"))
    let back = await me.types("edit", "last", "--partial", "--position", "none").out
    #expect(back.contains("  unfinished, from 1:02:03 of 16:39:00\n"))
  }

  @Test func `resumes at the last position, or at the start after completion`() async throws {
    var me = try await listener()
    await me.types("stop", "--position", "2:17:03")
    me.now = "2026-03-06T20:00:00Z"
    #expect(await me.types("continue").out.contains(", from 2:17:03 of 16:39:00, at 1.25 times"))
    await me.types("cancel")
    #expect(await me.types("start", "listen", "emma").out.contains(", from 2:17:03 of 16:39:00."))
    me.now = "2026-03-06T21:00:00Z"
    await me.types("stop", "--completed")
    me.now = "2026-03-07T20:00:00Z"
    let again = await me.types("start", "listen", "Emma").out
    #expect(again == "Started listening to “Emma”, Sat 7 Mar 20:00.\n")
  }

  @Test func `runs beside reading and climbing, selected by --kind`() async throws {
    let me = try await listener()
    await me.types("start", "read", "Emma")
    await me.types("start", "climb")
    #expect(await me.types("status").out.split(separator: "\n").count == 3)
    #expect(await me.types("pause").err.contains("3 sessions are open"))
    let paused = await me.types("pause", "--kind", "listening").out
    #expect(paused.hasPrefix("Paused listening to “Emma”, "))
    #expect(await me.types("resume", "--kind", "listening").exit == .done)
    #expect(await me.types("cancel", "--kind", "listening").exit == .done)
    #expect(await me.types("undo").out.hasPrefix("Undone: Session discarded: “Emma”"))
    let titles = await me.types("history").out
    #expect(titles.contains("Started listening to “Emma”"))
    #expect(titles.contains("Session paused: “Emma”"))
  }

  @Test func `can be tracked, split and merged`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T21:30:00Z", "UTC")
    let tracked = await me.types(
      "track",
      "20:00-21:00",
      "listen",
      "The",
      "Odyssey",
      "--from",
      "0",
      "--position",
      "1:00:00",
      "--completed",
      "--narrator",
      "Someone"
    )
    #expect(tracked.out.contains("Tracked: “The Odyssey”, Thu 5 Mar 20:00–21:00, 1h 00m ("))
    #expect(tracked.out.hasSuffix("  finished, from 0:00:00 to 1:00:00\n"))
    let cut = await me.types("split", "last", "--at", "20:15").out
    #expect(cut.contains("  unfinished, from 0:00:00 to 0:15:00\n"))
    #expect(cut.contains("  finished, from 0:15:00 to 1:00:00\n"))
    let joined = await me.types("merge", "@2", "@1").out
    #expect(joined.hasSuffix("  finished, from 0:00:00 to 1:00:00\n"))
    let other = await me.types("edit", "last", "--story", "Emma")
    #expect(other.err.contains("There is no story “Emma”."))
  }

  @Test func `adds up by story, including deleted ones`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T23:00:00Z", "UTC")
    for words in ["08:00-09:00 listen Emma", "10:00-10:20 listen Dune", "11:00-12:00 read Ulysses"]
    {
      await me.types(["track"] + words.split(separator: " ").map(String.init))
    }
    await me.types("story", "delete", "Dune")
    let rows = await me.types("stats", "--by", "story").out.split(separator: "\n")
    #expect(
      rows.map { $0.split(separator: " ").joined(separator: " ") } == [
        "story time sessions", "Emma 1h 00m 1", "Dune 20m 1",
      ]
    )
  }

  @Test(arguments: [
    (
      ["stop", "--page", "3"], "--page applies to reading; this is a listening session."
    ),
    (
      ["stop", "--pump", "3"], "--pump applies to climbing; this is a listening session."
    ),
    (
      ["stop", "--position", "99:00:00"],
      "99:00:00 is past the end of “Emma”, which is 16:39:00 long."
    ),
    (["stop", "--position", "sometime"], "--position takes hours, minutes and seconds of audio"),
    (
      ["stop", "--speed", "11"], "--speed takes a number from 0.1 to 10, with two decimals at most"
    ),
    (["start", "listen", ""], "A story needs a title"),
    (
      ["stop", "--speed", "fast"],
      "--speed takes a number from 0.1 to 10, with two decimals at most"
    ),
    (["stop", "--completed", "--partial"], "--completed and --partial cannot be used together."),
    (["start", "listen", "Emm"], "There is no story with the exact title “Emm”."),
    (["start", "listen", "Emma"], "has been open since"),
    (
      ["track", "10:00-11:00", "Dune", "--narrator", "X"], "--narrator applies to listening"
    ),
  ])
  func `refuses contradictions and continues the session`(words: [String], why: String)
    async throws
  {
    let me = try await listener()
    let ran = await me.types(words)
    #expect(ran.exit != .done && ran.err.contains(why), "\(ran.err)")
    #expect(await me.types("status").out.hasPrefix("listening to “Emma”"))
  }

  @Test func `distinguishes stories of one title by their authors`() async throws {
    var me = try await listener()
    await me.types("stop")
    me.now = "2026-03-05T22:00:00Z"
    let another = await me.types("start", "listen", "Emma", "--author", "Alexander McCall Smith")
    #expect(another.out.hasPrefix("Added the story “Emma” ("))
    await me.types("stop", "--allow-short")
    let which = await me.types("start", "listen", "Emma")
    #expect(which.err.contains("“Emma” matches 2 stories."))
    #expect(which.err.contains("“Emma” by Jane Austen ("))
    #expect(await me.types("start", "listen", "Emma", "--author", "jane austen").exit == .done)
  }

  @Test func `prefers a story with the author over one without`() async throws {
    var me = try Person()
    (me.now, me.zone) = ("2026-03-05T20:00:00Z", "UTC")
    await me.types("story", "add", "Emma")
    let second = await me.types("story", "add", "Emma", "--author", "Jane Austen")
    #expect(second.err.contains("another story has this title: “Emma”"))
    #expect(second.out.hasPrefix("Added: “Emma” by Jane Austen"))
    let started = await me.types("start", "listen", "Emma", "--author", "Jane Austen")
    #expect(started.exit == .done, "\(started.err)")
    #expect(await me.types("stories").out.split(separator: "\n").count == 3)
  }
}
