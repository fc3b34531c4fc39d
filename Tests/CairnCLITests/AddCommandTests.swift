import Cairn
import Testing

@testable import CairnCLI

@Suite struct `A session in one line` {
  @Test(arguments: [
    ("Dune 30m yesterday to p 72", ["Dune"], "30m yesterday", ["page": "72"]),
    ("read Dune yesterday 9-10pm p72", ["read", "Dune"], "yesterday 9-10pm", ["page": "72"]),
    ("30m Dune", ["Dune"], "30m", [:]),
    ("1984 45m to 42.5%", ["1984"], "45m", ["percent": "42.5"]),
    ("\"24 Hours\" 30m", ["24 Hours"], "30m", [:]),
    (
      "The 39 Steps last friday 8-9pm 30 pages", ["The 39 Steps"], "last friday 8-9pm",
      ["pages": "30"]
    ),
    ("Dune from p 40 to p 72 1h30", ["Dune"], "1h30", ["start-page": "40", "page": "72"]),
    ("listen Emma 20:00+30m @train", ["listen", "Emma"], "20:00+30m", ["place": "train"]),
    (
      "Dune +beach 20:00 +30m +holiday", ["Dune"], "20:00 +30m", ["tags": "beach;holiday"]
    ),
    ("\"+1 for Dune\" 30m", ["+1 for Dune"], "30m", [:]),
    ("climb monday 6pm for 2h", ["climb"], "monday 6pm for 2h", [:]),
    ("A Week in December an hour", ["A Week in December"], "an hour", [:]),
    (
      "Monday Starts on Saturday 45m yesterday", ["Monday Starts on Saturday"], "45m yesterday", [:]
    ),
    ("11/22/63 for 20m", ["11/22/63"], "for 20m", [:]),
    ("Dune 30m yesterday 10:00", ["Dune"], "30m yesterday 10:00", [:]),
    ("Dune yesterday 10:00 30m", ["Dune"], "yesterday 10:00 30m", [:]),
    ("Dune 45 min at 9pm", ["Dune"], "45 min at 9pm", [:]),
    ("Dune 10:00 monday 30m", ["Dune"], "10:00 monday 30m", [:]),
    ("30m 20:00 Dune", ["Dune"], "30m 20:00", [:]),
    ("Dune 1h ago 20m", ["Dune"], "1h ago 20m", [:]),
    ("Dune 20m 1h ago", ["Dune"], "20m 1h ago", [:]),
    ("20m Dune", ["Dune"], "20m", [:]),
    ("+2026 Dune 20m", ["Dune"], "20m", ["tags": "2026"]),
  ])
  func `has a title, a time and what stands beside them`(
    text: String,
    subject: [String],
    time: String,
    options: [String: String]
  ) throws {
    let line = try #require(TypedLine([text]))
    #expect(line.subject == subject)
    #expect(line.time == time)
    #expect(line.options == options)
  }

  @Test(arguments: ["Dune", "30m", "", "Dune to p 72", "\"30m\""])
  func `needs a title and a time`(text: String) {
    #expect(TypedLine([text]) == nil)
  }

  @Test func `is tracked with its page, also without the word add`() async throws {
    let me = try Person()
    await me.types("track", "20:00-20:10", "Dune", "--page", "40")
    let added = await me.types("add", "Dune 21:00-21:30 to p 72 @train")
    #expect(added.out.contains("Thu 5 Mar 21:00–21:30, 30m"), "\(added.err)")
    #expect(added.out.contains("32 pages to page 72"))
    #expect(await me.types("log", "--json").out.contains(#""place":"train""#))
    let short = await me.types("Dune 15m 5 pages")
    #expect(short.out.contains("Thu 5 Mar 21:45–22:00, 15m"), "\(short.err)")
  }

  @Test(arguments: [
    ["add", "+2026 Dune 20m"], ["add", "+2026", "Dune", "20m"], ["+2026 Dune 20m"],
  ])
  func `may begin with a tag, in quotes too`(words: [String]) async throws {
    let me = try Person()
    let added = await me.types(words)
    let isTracked = added.out.contains("21:40–22:00, 20m (") && added.out.contains("+2026")
    #expect(isTracked, "\(added.out)\(added.err)")
  }

  @Test func `is of the kind that is known by its title`() async throws {
    let me = try Person()
    await me.types("track", "18:00-18:30", "listen", "Emma")
    let listened = await me.types("add", "Emma 20:00-20:30")
    #expect(listened.exit == .done, "\(listened.err)")
    #expect(await me.types("stats", "--by", "kind").out.contains("reading") == false)
    #expect(await me.types("add", "climb 2h").exit == .done)
  }

  @Test(arguments: [
    ("20m Dune 30m", "“30m” and “20m”"),
    ("Dune 9pm 20:00-21:00", "“20:00-21:00” and “9pm”"),
    ("Dune 6:00-6:30 +1h", "“6:00-6:30” and “+1h”"),
    ("Emma 30m last night", "“30m” and “last night”"),
    ("Dune yesterday 20m 1h ago", "“20m 1h ago” and “yesterday”"),
    ("Emma tomorrow 20m", "“20m” and “tomorrow”"),
    ("Foo 2 days ago 20m 1h ago", "“20m 1h ago” and “2 days ago”"),
    ("read Foo next week 20m", "“20m” and “next week”"),
    ("climb tomorrow 20m", "“20m” and “tomorrow”"),
  ])
  func `with two times is refused, as none of them is a title`(text: String, times: String)
    async throws
  {
    let me = try Person()
    let refused = await me.types("add", text)
    #expect(
      refused.exit == .usage && refused.err.contains("\(times) are two times"),
      "\(refused.err)"
    )
    #expect(try await me.lists("shelf").isEmpty)
    #expect(await me.types("add", "\"24:00 Hours\" 30m").exit == .done)
  }

  @Test func `may have a known title that ends with a time`() async throws {
    let me = try Person()
    await me.types("add", "\"Emma Tomorrow\" 20m 6h ago")
    #expect(await me.types("add", "Emma Tomorrow 20m 5h ago").exit == .done)
    await me.types("add", "listen \"The World of Yesterday\" 20m 4h ago")
    #expect(await me.types("add", "The World of Yesterday 20m 3h ago").exit == .done)
    let unknown = await me.types("add", "Monday Starts on Saturday 20m 2h ago")
    #expect(unknown.exit == .done, "\(unknown.err)")
    #expect(try await me.lists("log").count == 5)
  }

  @Test func `with a plus alone is refused, as it is no tag`() async throws {
    let me = try Person()
    let refused = await me.types("+ Ulysses 3 days ago 10m")
    #expect(refused.exit == .refused && refused.err.contains("“+” stands alone"), "\(refused.err)")
    #expect(try await me.lists("shelf").isEmpty)
    #expect(await me.types("add", "\"+ Ulysses\" 10m").exit == .done)
  }

  @Test func `without a time is refused with an example`() async throws {
    let refused = await (try Person()).types("add", "Dune", "slowly")
    #expect(refused.exit == .usage)
    #expect(refused.err.contains("“Dune slowly” has no title and time of a session."))
    #expect(refused.err.contains("cairn add \"Dune 30m yesterday to p 72\""))
  }
}

@Suite struct `Starting by title alone` {
  @Test func `starts a known book or story`() async throws {
    let me = try Person()
    await me.types("track", "18:00-18:30", "Dune")
    await me.types("track", "18:00-18:30", "listen", "Emma")
    #expect(await me.types("start", "Dune").out.contains("Started reading “Dune”"))
    #expect(await me.types("start", "Emma", "--place", "home").out.contains("listening to “Emma”"))
  }

  @Test func `starts a book or a story by its id`() async throws {
    let me = try Person()
    await me.types("track", "18:00-18:30", "Dune")
    await me.types("track", "18:00-18:30", "listen", "Emma")
    for (list, started) in [("shelf", "reading “Dune”"), ("stories", "listening to “Emma”")] {
      let rows = await me.types(list, "--json").out
      let id = try #require(rows.firstMatch(of: /"id":"([^"]+)"/)).output.1
      #expect(await me.types("start", String(id)).out.contains("Started \(started)"))
    }
  }

  @Test func `asks for the kind of an unknown title`() async throws {
    let refused = await (try Person()).types("start", "Solaris")
    #expect(refused.exit == .refused)
    #expect(refused.err.contains("You have no book or story titled “Solaris”."))
    #expect(refused.err.contains("cairn start read \"Solaris\""))
  }
}

@Suite struct `A command of another program` {
  @Test func `stands for one that exists, and is none itself`() {
    let lines = Program.cairn.synonyms.flatMap { word, lines in lines.map { (word, $0) } }
    for (word, line) in lines {
      let name = line.split(separator: " ").first.map(String.init) ?? ""
      #expect(Program.cairn.command(word) == nil, "\(word) is a command")
      #expect(name.hasPrefix("--") || Program.cairn.command(name) != nil, "\(line)")
    }
  }

  @Test(arguments: [
    ("finish", "cairn stop"), ("ls", "cairn log"), ("rm", "cairn delete"),
    ("rate", "cairn book rate"),
    ("note", "cairn annotate"), ("end", "cairn stop"), ("list", "cairn log"),
    ("summary", "cairn report"), ("timesheet", "cairn report"), ("restart", "cairn continue"),
    ("fork", "cairn continue"), ("now", "cairn status"), ("yesterday", "cairn log --day yesterday"),
    ("aggregate", "cairn stats --by day"), ("join", "cairn merge"),
    ("resize", "cairn edit --duration"),
    ("page", "cairn book page"), ("settings", "cairn config"), ("login", "cairn sync setup"),
    ("version", "cairn --version"), ("read", "cairn start read"),
  ])
  func `is answered with the one of Cairn`(word: String, command: String) async throws {
    let refused = await (try Person()).types(word)
    #expect(refused.exit == .usage)
    #expect(refused.err.contains("Did you mean `\(command)`"), "\(refused.err)")
  }

  @Test func `has several answers if it has several meanings`() async throws {
    let refused = await (try Person()).types("finish", "Dune")
    let answer = "Did you mean `cairn stop` or `cairn book status`?"
    #expect(refused.err.contains(answer), "\(refused.err)")
  }
}
