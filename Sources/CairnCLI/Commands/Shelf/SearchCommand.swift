import Cairn
import CairnStore

extension Command<CommandContext> {
  static var search: Command {
    Command(
      "search",
      group: "Looking",
      summary: "Find books, stories, session notes and climbs by words.",
      discussion: """
        All words must stand there, each whole or as the beginning of a word; case and accents do \
        not matter. A session is found when one of the words stands in its note, and the others \
        there or in its book or story; a climb when all stand in its name.
        """,
      reads: true,
      examples: [
        Example("cairn search herbert dune", "books, wherever the words stand"),
        Example("cairn search dune storm", "also the session with a note about the storm"),
        Example("cairn search midnight", "every time you were at Midnight Lightning"),
      ],
      arguments: [.repeating("words", "The words to look for.", atLeastOne: true)],
      options: [.limit, .all],
      action: { invocation, context in
        let (text, limit) = (invocation.rest.joined(separator: " "), try invocation.limit())
        return try await context.withLog { log in
          var filter = ShelfFilter()
          filter.words = text
          let books = context.cut(try await log.books(filter), invocation, "first")
          let noted = try await log.sessions(noting: text, limit: limit + 1)
          let sessions = context.cut(noted, invocation)
          let named = try await log.climbs(named: text, limit: limit + 1)
          let heard = try await log.stories(holding: text, limit: limit + 1)
          let found = SearchResults(
            books: books,
            stories: context.cut(heard, invocation, "first"),
            sessions: sessions,
            climbs: context.cut(named, invocation)
          )
          context.show(found)
          return found.isEmpty ? .refused : .done
        }
      }
    )
  }
}

/// The results of a search.
private struct SearchResults {
  let books: [EntryRow]
  let stories: [StoryRow]
  let sessions: [SessionRow]
  let climbs: [ClimbRow]

  var isEmpty: Bool {
    books.isEmpty && stories.isEmpty && sessions.isEmpty && climbs.isEmpty
  }

  func json(at now: Instant) -> JSON {
    .members(
      ("books", .array(books.map(\.json))),
      ("stories", .array(stories.map(\.json))),
      ("sessions", .array(sessions.map { $0.json(at: now) })),
      ("climbs", .array(climbs.map(\.json)))
    )
  }
}

extension CommandContext {
  fileprivate func show(_ found: SearchResults) {
    if wantsJSON { return output.print(found.json(at: now).text) }
    if found.isEmpty { return output.say("Nothing found.") }
    let tables = [
      found.books.isEmpty ? nil : table(found.books),
      found.stories.isEmpty ? nil : table(found.stories),
      found.sessions.isEmpty ? nil : notes(found.sessions),
      found.climbs.isEmpty ? nil : places(found.climbs),
    ].compactMap(\.self)
    for (number, table) in tables.enumerated() {
      if number > 0 { output.print("") }
      output.print(table)
    }
  }

  private func places(_ climbs: [ClimbRow]) -> Table {
    var table = Table(
      .init("climb"),
      .init("day"),
      .init("what", canShrink: true),
      .init("attempts"),
      .init("place", canShrink: true)
    )
    for row in climbs {
      table.append(
        .init(row.shortID.text, .dim),
        .init(times.format.day(row.day)),
        .init(row.climb.title),
        .init(row.resultMarks),
        .init(row.place ?? "")
      )
    }
    return table
  }

  private func notes(_ sessions: [SessionRow]) -> Table {
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
    return table
  }
}
