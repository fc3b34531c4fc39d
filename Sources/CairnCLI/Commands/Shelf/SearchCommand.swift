import Cairn
import CairnStore

extension Command<Surroundings> {
  static var search: Command {
    Command(
      "search",
      group: "Looking",
      summary: "Find books and session notes by words.",
      discussion: """
        All words must stand there, each whole or as the beginning of a word; case and accents do \
        not matter. A session is found when one of the words stands in its note, and the others \
        there or in its book.
        """,
      reads: true,
      examples: [
        Example("cairn search herbert dune", "books, wherever the words stand"),
        Example("cairn search dune storm", "also the session with a note about the storm"),
      ],
      arguments: [.repeating("words", "The words to look for.", atLeastOne: true)],
      options: [.limit, .all],
      action: { invocation, surroundings in
        let (text, limit) = (invocation.rest.joined(separator: " "), try invocation.limit())
        return try await surroundings.withLog { log in
          var filter = ShelfFilter()
          filter.words = text
          let books = surroundings.cut(try await log.books(filter), invocation, "first")
          let noted = try await log.sessions(noting: text, limit: limit + 1)
          let sessions = surroundings.cut(noted, invocation)
          surroundings.show(books, sessions)
          return books.isEmpty && sessions.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension Surroundings {
  fileprivate func show(_ books: [EntryRow], _ sessions: [SessionRow]) {
    if wantsJSON {
      let found = JSON.members(
        ("books", .array(books.map(\.json))),
        ("sessions", .array(sessions.map { $0.json(at: now) }))
      )
      return output.print(found.text)
    }
    if books.isEmpty && sessions.isEmpty { return output.say("Nothing found.") }
    if !books.isEmpty { output.print(table(books)) }
    if !books.isEmpty && !sessions.isEmpty { output.print("") }
    guard !sessions.isEmpty else { return }
    var table = Table(
      .init("session"),
      .init("day"),
      .init("what", canShrink: true),
      .init("note", canShrink: true)
    )
    for row in sessions {
      table.append(
        .init(row.shortID.text, .dim),
        .init(times.format.day(row.day)),
        .init(row.title ?? row.kind.name),
        .init(row.note ?? "")
      )
    }
    output.print(table)
  }
}
