import Cairn
import CairnInsights
import Foundation
import Testing

@testable import CairnCLI

@Suite struct `Climbing insights on the command line` {
  /// A log with a bouldering session, and a rope session two days earlier.
  private func climber() async throws -> Person {
    var person = try Person()
    person.now = "2026-03-03T17:00:00Z"
    #expect(await person.types("start", "climb", "--discipline", "sport").exit == .done)
    await person.types(
      "climb",
      "add",
      "Slab",
      "5.10a",
      "--scale",
      "YDS",
      "--attempts",
      "2",
      "--sent"
    )
    person.now = "2026-03-03T19:00:00Z"
    await person.types("stop")
    person.now = "2026-03-05T18:00:00Z"
    await person.types("start", "climb", "--discipline", "bouldering", "--mental", "4")
    await person.types("climb", "add", "V4", "--sent", "--helped", "crimp")
    await person.types("climb", "add", "V6", "--attempts", "4", "--hindered", "sloper")
    await person.types("climb", "add", "V4", "--attempts", "3", "--sent")
    await person.types("climb", "add", "The wall")
    person.now = "2026-03-05T20:00:00Z"
    await person.types("stop", "--rpe", "7")
    return person
  }

  @Test func `print the pyramid with its convention and its exclusions`() async throws {
    let person = try await climber()
    let told = await person.types("pyramid", "--discipline", "bouldering")
    #expect(told.exit == .done)
    #expect(told.out.contains("Pyramid: bouldering, V scale"))
    #expect(told.out.contains("V6") && told.out.contains("0 of 4") && told.out.contains("2 of 4"))
    #expect(told.out.contains("8-4-2-1 is a climbing convention"))
    #expect(told.out.contains("1 excluded: no grade"))
    #expect(!told.out.contains("5.10a"))
    #expect(await person.types("pyramid", "--scale", "YDS").out.contains("5.10a"))
    let none = await person.types("pyramid", "--discipline", "trad")
    #expect(none.exit == .refused)
  }

  @Test func `print the documented JSON`() async throws {
    let person = try await climber()
    let all = try JSON(parsing: Array(await person.types("climbing", "--json").out.utf8))
    #expect(all["overview"]?["climbs"] == .integer(5))
    #expect(all["overview"]?["sums"]?["attempts"] == .integer(10))
    #expect(all["overview"]?["send_rate_hundredths"] == .integer(3_000))
    #expect(all["rates"]?["flash_rate"]?["hundredths"] == .integer(3_333))
    #expect(all["streak"]?["weeks"] == .integer(1))
    let text = await person.types("pyramid", "--json", "--scale", "V").out
    let pyramids = try JSON(parsing: Array(text.utf8))
    guard case .array(let list)? = pyramids["pyramids"] else { return #expect(Bool(false)) }
    #expect(list.count == 1 && list[0]["scale"] == .string("V"))
    let why = try JSON(parsing: Array(await person.types("pyramid", "--why", "--json").out.utf8))
    #expect(why["n"] == .integer(4) && why["excluded"] == .integer(1))
  }

  @Test func `print the numbers and every chart`() async throws {
    let person = try await climber()
    let told = await person.types("climbing").out
    for words in [
      "5, 3 sent", "2, 4h 00m on 2 days", "30 %: 3 of 10 attempts", "1 week, longest 1",
      "bouldering, V scale", "V4", "Climbs by discipline", "What helped and what got in the way",
    ] {
      #expect(told.contains(words), "\(words)")
    }
    for name in ClimbingChart.names {
      let ran = await person.types("climbing", name)
      #expect(ran.exit == .done && !ran.out.isEmpty, "\(name)")
      #expect(await person.types("climbing", name, "--table").exit == .done, "\(name)")
    }
    #expect(await person.types("climbing", "pie").exit == .usage)
    #expect(await person.types("climbing", "--by", "day").exit == .usage)
  }

  @Test func `draw one chart, and ask which if there are several`() async throws {
    let person = try await climber()
    #expect(await person.types("pyramid", "--scale", "V", "--svg", "-").out.hasPrefix("<svg"))
    let several = await person.types("pyramid", "--svg", "-")
    #expect(several.exit == .usage && several.err.contains("2 charts match"))
    #expect(await person.types("climbing", "days", "--svg", "-").out.hasPrefix("<svg"))
  }

  @Test func `draw the chosen one of several`() async throws {
    let person = try await climber()
    let several = await person.types("climbing", "progression", "--svg", "-")
    #expect(several.exit == .usage && several.err.contains("--discipline and --scale"))
    for choice in [["--discipline", "sport"], ["--scale", "yds"]] {
      let one = await person.types(["climbing", "progression", "--svg", "-"] + choice)
      #expect(one.out.hasPrefix("<svg") && one.out.contains("sport"))
    }
    let other = await person.types("climbing", "volume", "--scale", "V")
    #expect(other.exit == .usage && other.err.contains("--scale works only for progression"))
    let why = await person.types("climbing", "--why", "climbing_rates", "--discipline", "sport")
    #expect(why.out.contains("Slab") && !why.out.contains("V6"))
    #expect(await person.types("climbing", "physical", "--svg", "-").out.hasPrefix("<svg"))
  }

  @Test func `count days with climbs, not the end of a night`() async throws {
    var person = try Person()
    person.now = "2026-03-04T22:00:00Z"
    await person.types("start", "climb", "--at", "22:00")
    await person.types("climb", "add", "V4", "--sent")
    person.now = "2026-03-05T00:30:00Z"
    await person.types("stop")
    let svg = await person.types("climbing", "days", "--in", "2026-03", "--svg", "-").out
    #expect(svg.contains("1 climb on 1 of "))
    let json = await person.types("climbing", "--in", "2026-03", "--json").out
    #expect(json.contains(#""active_days":1"#))
  }

  @Test func `list the climbs behind a figure, and the excluded ones`() async throws {
    let person = try await climber()
    let why = await person.types("climbing", "--why", "climbing_rates").out
    #expect(why.contains("4 climbs") && why.contains("1 climb excluded: no attempt"))
    #expect(why.contains("The wall") && why.contains("Slab"))
    let tags = await person.types("climbing", "--why", "climb_tags").out
    #expect(tags.contains("2 climbs") && tags.contains("3 climbs excluded: no tag"))
  }

  @Test func `report an empty log`() async throws {
    let person = try Person()
    #expect(await person.types("climbing").exit == .refused)
    #expect(await person.types("pyramid").exit == .refused)
    #expect(await person.types("climbing", "--json").exit == .refused)
  }
}
