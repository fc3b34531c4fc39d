import Cairn
import CairnHTTP
import CairnTestKit
import Testing

@Suite struct `A year in review` {
  @Test func `tells a year in cards, each leading to its figures`() async throws {
    try await ServedLog.run { served in
      let book = try await served.person.add("Dune", pages: 90)
      try await served.person.track(book, "06:00-07:00", page: 40)
      try await served.person.track(book, "08:00-09:30", page: 90)
      let page = try await served.client.ask(.get, "/insights/year").text
      for words in [
        "<h1>Your 2026</h1>", "2 hours, stone by stone", "2 sessions, a stone for each.",
        "January stands tallest.", "1 book finished", "90 pages and 2h 30m of reading.",
        "Your book of the year: 2h 30m in 2 sessions.", "1 day<",
        "The longest was 5 Jan, with 2h 30m.", "href=\"/history?day=2026-01-05\"",
      ] { #expect(page.contains(words), "\(words)") }
      for words in ["of listening", "sent", "Mostly on", "in a row"] {
        #expect(!page.contains(words), "\(words)")
      }
    }
  }

  @Test func `of a year without sessions says so`() async throws {
    try await ServedLog.run { served in
      let page = try await served.client.ask(.get, "/insights/year?year=2024").text
      #expect(page.contains("No sessions in 2024."))
      let refused = try await served.client.ask(.get, "/insights/year?year=x")
      #expect(refused.status == .unprocessable)
    }
  }
}
