import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing
import CairnReports

/// Returns a file with one book, its read count and the last day it was read.
private func read(_ count: Int, on day: String = "") -> [UInt8] {
  export([row(1, "Emma", on: "read", ["Read Count": "\(count)", "Date Read": day])])
}

/// The scratch clock's date is 2026-01-05.
@Suite struct `A read-through that the person recorded` {
  private func finished(_ body: (ScratchLog) async throws -> Void) async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let emma = try await person.add("Emma", status: .reading)
      try await person.changeStatus(.read, emma)
      try await body(scratch)
    }
  }

  @Test(arguments: ["2026/01/04", "2026/01/05", "2026/01/06", ""])
  func `matches that of Goodreads`(day: String) async throws {
    try await finished { scratch in
      try await scratch.take(read(1, on: day))
      #expect(try await scratch.readings("Emma") == ["finished 2026-01-05..2026-01-05 - -"])
      let before = try await scratch.everything()
      try await scratch.take(read(1, on: day))
      #expect(try await scratch.everything() == before)
    }
  }

  @Test func `does not match one of an earlier year`() async throws {
    try await finished { scratch in
      try await scratch.take(read(1, on: "2019/05/01"))
      #expect(
        try await scratch.readings("Emma")
          == ["finished -..2019-05-01 - -", "finished 2026-01-05..2026-01-05 - -"]
      )
    }
  }

  @Test func `is one of several, the others undated`() async throws {
    try await finished { scratch in
      try await scratch.take(read(3, on: "2026/01/05"))
      #expect(
        try await scratch.readings("Emma") == [
          "finished -..- - -", "finished -..- - -", "finished 2026-01-05..2026-01-05 - -",
        ]
      )
      try await scratch.take(read(3, on: "2026/01/05"))
      #expect(try await scratch.readings("Emma").count == 3)
    }
  }

  @Test(arguments: ["read", "dnf", "to-read", "currently-reading"])
  func `stays open, whatever the file contains`(shelf: String) async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let emma = try await person.add("Emma")
      try await person.start(emma)
      let more = ["Date Read": shelf == "read" ? "2026/01/05" : ""]
      try await scratch.take(export([row(1, "Emma", on: shelf, more)]))
      #expect(try await scratch.book("Emma").status == .reading)
      let open = try await scratch.readings("Emma").filter { $0.hasPrefix("- ") }
      #expect(open == ["- 2026-01-05..- page:0 -"])
      try await scratch.isSound()
    }
  }

  @Test func `given up is not given up again`() async throws {
    try await withLog { scratch in
      let person = Scenario(scratch)
      let emma = try await person.add("Emma", status: .reading)
      try await person.changeStatus(.didNotFinish, emma)
      for _ in 1...2 { try await scratch.take(export([row(1, "Emma", on: "dnf")])) }
      #expect(try await scratch.readings("Emma").count == 1)
    }
  }
}
