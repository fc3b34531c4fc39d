import Cairn
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Options of a climb` {
  private func climber() async throws -> Person {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00")
    return me
  }

  @Test func `reject a grade of another scale as a name`() async throws {
    let me = try await climber()
    let unclear = await me.types("climb", "add", "7a", "--sent")
    #expect(unclear.exit == .usage && unclear.err.contains("--scale FONT or FRENCH or SAXON"))
    #expect(unclear.err.contains("--name \"7a\""))
    await me.types("edit", "last", "--discipline", "sport")
    let route = await me.types("climb", "add", "7a", "--sent")
    #expect(route.err.contains("French, Saxon") && !route.err.contains("Font"))
    let french = await me.types("climb", "add", "7a", "--sent", "--scale", "french", "--json")
    #expect(french.out.contains(#""grade":"7a","grade_scale":"FRENCH""#))
    let named = await me.types("climb", "add", "--name", "7a", "--json")
    #expect(named.out.contains(#""name":"7a""#) && named.out.contains(#""grade":null"#))
    let both = await me.types("climb", "add", "--name", "12", "5.10a", "--json")
    #expect(both.out.contains(#""name":"12""#) && both.out.contains(#""grade":"5.10a""#))
    #expect(await me.types("climb", "add", "a", "5.8", "--name", "b").exit == .usage)
    #expect(await me.types("climb", "add", "Kaligula", "--json").out.contains("Kaligula"))
  }

  @Test func `keep the scale of the climb`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "N", "6a", "--scale", "FRENCH", "--discipline", "sport")
    #expect(await me.types("climb", "edit", "last", "--grade", "6b").exit == .done)
    let number = await me.types("climb", "edit", "last", "--grade", "5.10a")
    #expect(number.err.contains("is not in the French scale"))
    let scale = await me.types("climb", "edit", "last", "--scale", "UIAA")
    #expect(scale.err.contains("“6b” is not in the UIAA scale"))
    let both = await me.types("climb", "edit", "last", "--scale", "UIAA", "--grade", "7", "--json")
    #expect(both.out.contains(#""grade":"7","grade_scale":"UIAA""#))
    await me.types("climb", "edit", "last", "--grade", "none")
    let alone = await me.types("climb", "edit", "last", "--scale", "UIAA")
    #expect(alone.err.contains("No grade of the UIAA scale was given"))
    #expect(await me.types("climb", "add", "--scale", "UIAA").err.contains("No grade of the UIAA"))
  }

  @Test func `clear the rope end and the note with none`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "N", "V3", "--style", "lead", "--note", "none")
    for word in ["none", ""] {
      await me.types("climb", "edit", "last", "--style", "second")
      let ran = await me.types("climb", "edit", "last", "--style", word, "--json")
      #expect(ran.out.contains(#""style":null"#) && ran.out.contains(#""notes":null"#))
    }
  }

  @Test func `reject contradictions`() async throws {
    let me = try await climber()
    let tries = await me.types("climb", "add", "N", "V3", "--attempts", "0", "--sent")
    #expect(tries.exit == .refused && tries.err.contains("at least 1 attempt, not 0"))
    let tags = await me.types("climb", "add", "N", "V3", "--helped", "crimp", "--hindered", "Crimp")
    #expect(tags.exit == .refused && tags.err.contains("The tag crimp is given twice"))
    #expect(await me.types("climb", "list").exit == .refused)
  }

  @Test func `report a changed attempt`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "N", "V3", "--sent")
    #expect(await me.types("attempt", "fell", "--change", "1").out.hasPrefix("Edited: “N” V3"))
  }

  @Test func `restore a deleted climb by its short ID or its name`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "Roof", "V3", "--sent")
    let gone = await me.types("climb", "delete", "last").out
    let short = try #require(gone.split(separator: "(").last?.prefix(6))
    let list = await me.types("climb", "list", "--deleted").out
    #expect(list.contains(short) && list.contains("Roof"))
    #expect(await me.types("__complete", "deleted-climbs", "ro").out.hasPrefix("Roof"))
    #expect(await me.types("climb", "restore", String(short)).out.hasPrefix("Restored: “Roof” V3"))
    await me.types("climb", "delete", "Roof")
    #expect(await me.types("climb", "restore", "roof").exit == .done)
    let none = await me.types("climb", "restore", "roof")
    #expect(none.exit == .refused && none.err.contains("cairn climb list --deleted"))
    #expect(await me.types("climb", "list", "--deleted").exit == .refused)
  }

  @Test func `show one climb with approximate grades of other scales`() async throws {
    let me = try await climber()
    await me.types("climb", "add", "Roof", "V6", "--attempts", "2", "--note", "wet")
    let told = await me.types("climb", "show", "Roof").out
    #expect(told.contains("V6 (V scale), ~6C+/7A (Font)") && told.contains("note       wet"))
    let json = await me.types("climb", "show", "last", "--json").out
    #expect(json.contains(#""approximately":[{"grade":"~6C+/7A","grade_scale":"FONT"}]"#))
  }

  @Test func `move a climb to another place`() async throws {
    let me = try await climber()
    for name in ["Aaa", "Bbb"] { await me.types("climb", "add", name) }
    #expect(await me.types("climb", "move", "Bbb", "--to", "1").out.hasPrefix("Moved: “Bbb”"))
    let list = await me.types("climb", "list").out
    let places = ["Aaa", "Bbb"].compactMap { list.range(of: $0)?.lowerBound }
    #expect(places.count == 2 && places[1] < places[0])
    #expect(await me.types("climb", "move", "Bbb").exit == .usage)
  }

  @Test func `complete names, grades and partners`() async throws {
    let me = try await climber()
    await me.types("edit", "last", "--with", "Ana")
    await me.types("climb", "add", "Roof", "V3")
    for (source, prefix, word) in [
      ("climbs", "ro", "Roof"), ("climb-words", "ro", "Roof"), ("climb-words", "v1", "V1\t"),
      ("grades", "5.10", "5.10a"), ("partners", "a", "Ana"), ("climb-tags", "cri", "crimp"),
    ] {
      #expect(await me.types("__complete", source, prefix).out.hasPrefix(word), "\(source)")
    }
  }
}

@Suite struct `The note none` {
  @Test(arguments: [["climb"], ["read", "Dune"], ["listen", "Emma", "--new"]])
  func `is not stored, and clears a note on edit`(kind: [String]) async throws {
    let me = try Person()
    await me.types(["start"] + kind + ["--at", "20:00"])
    #expect(await me.types("stop", "--note", "none").exit == .done)
    #expect(await me.types("log", "--json").out.contains(#""note":null"#))
    await me.types("edit", "last", "--note", "warm")
    #expect(await me.types("log", "--json").out.contains(#""note":"warm""#))
    await me.types("edit", "last", "--note", "none")
    #expect(await me.types("log", "--json").out.contains(#""note":null"#))
  }

  @Test func `keeps the note of the start on stop`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "20:00", "--note", "warm")
    await me.types("stop", "--note", "none")
    #expect(await me.types("log", "--json").out.contains(#""note":"warm""#))
  }
}

@Suite struct `A grade of another scale` {
  @Test func `is refused with a hint to name the scale`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--discipline", "sport", "--at", "18:00")
    #expect(await me.types("climb", "add", "A", "V8").err.contains("add --discipline bouldering"))
    #expect(await me.types("climb", "add", "A", "7b").err.contains("add --scale FRENCH or SAXON"))
    #expect(await me.types("climb", "add", "A", "WI4").exit == .refused)
  }
}

@Suite struct `A named climb` {
  @Test func `is found on a day without a session if its name is unique`() async throws {
    let me = try Person()
    await me.types("climb", "add", "The Bard", "12", "--scale", "EWBANK", "--day", "2026-01-03")
    await me.types("start", "climb", "--at", "18:00")
    await me.types("climb", "add", "Roof", "V3", "--attempts", "1")
    #expect(await me.types("climb", "show", "the bard").out.contains("“The Bard” 12"))
    #expect(await me.types("climb", "edit", "The Bard", "--note", "dusty").exit == .done)
    await me.types("climb", "add", "Roof", "V3", "--day", "2026-01-02")
    #expect(await me.types("climb", "show", "Roof").out.contains("✗"))
    await me.types("climb", "add", "The Bard", "--day", "2026-01-02")
    #expect(await me.types("climb", "show", "The Bard").err.contains("matches 2 climbs"))
  }

  @Test func `is shown with its session and its time`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--discipline", "bouldering", "--at", "18:00")
    await me.types("climb", "add", "Roof", "V3", "--attempts", "1")
    let open = await me.types("climb", "show", "Roof").out
    #expect(open.contains("  session    climbing “bouldering”"), "\(open)")
    #expect(open.contains("  time "), "\(open)")
    await me.types("stop")
    let ended = await me.types("climb", "show", "Roof").out
    #expect(ended.contains("18:00–"), "\(ended)")
  }
}

@Suite struct `A route` {
  @Test func `is shown with every day it was tried`() async throws {
    let me = try Person()
    await me.types("climb", "add", "Roof", "V5", "--day", "2026-01-02", "--attempts", "2")
    let once = await me.types("climb", "show", "Roof").out
    #expect(!once.contains("route"), "\(once)")
    await me.types("start", "climb", "--at", "18:00")
    await me.types("climb", "add", "roof", "V5", "--sent", "--new")
    let sent = await me.types("climb", "show", "last").out
    #expect(sent.contains("  route      3 attempts on 2 days since"), "\(sent)")
    #expect(sent.contains("sent on attempt 3,") && sent.contains("redpoint"), "\(sent)")
    await me.types("climb", "add", "Roof", "V5", "--sent", "--new")
    let again = await me.types("climb", "show", "last").out
    #expect(again.contains("sent       repeat") && again.contains(", 1 repeat"), "\(again)")
    #expect(await me.types("climb", "show", "last", "--json").out.contains(#""repeats":1"#))
  }

  @Test func `differs by board angle`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00")
    await me.types("climb", "add", "Alfa", "V5", "--angle", "40", "--attempts", "2")
    await me.types("climb", "add", "Alfa", "V5", "--angle", "50", "--sent", "--new")
    let out = await me.types("climb", "show", "last").out
    #expect(
      out.contains("“Alfa” V5 at 50°") && out.contains("board      50°")
        && out.contains("sent       flash"),
      "\(out)"
    )
    #expect(
      await me.types("climb", "edit", "last", "--angle", "95").err.contains("from 0 to 90")
    )
    await me.types("climb", "edit", "last", "--angle", "none")
    #expect(!(await me.types("climb", "show", "last").out.contains("board")))
  }
}

@Suite struct `The table of climbs` {
  @Test func `marks a first attempt as far as it is known`() async throws {
    let me = try Person()
    await me.types("start", "climb", "--at", "18:00")
    for words in [
      ["Flash", "V1", "--sent"], ["Later", "V2", "--attempts", "2", "--sent"],
      ["Known", "V3", "--send", "redpoint"], ["Untried", "V4"],
      ["Fallen", "V5", "--attempts", "1"],
      ["Rope", "5.8", "--discipline", "top_rope", "--sent"],
      ["Rope", "5.8", "--discipline", "top_rope", "--sent", "--new"],
    ] { await me.types(["climb", "add"] + words) }
    let path = me.scratch.path + "/climbs.csv"
    await me.types("export", "climbs", path)
    let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(rows[0].firstIndex(of: "first_go"))
    #expect(rows.dropFirst().map { $0[place] } == ["yes", "no", "no", "", "no", "yes", "no"])
  }
}
