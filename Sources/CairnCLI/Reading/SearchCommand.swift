import Cairn
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var search: Command {
    Command(
      "search",
      summary: "Search books, stories, session notes and climbs.",
      discussion: """
        All words must match, each as a whole word or the start of one; case and accents do \
        not matter. A session matches if its note has one of the words, and its note, book or \
        story the others. A climb matches by its name.
        """,
      examples: [
        Example("cairn search herbert dune", "search by author and title"),
        Example("cairn search dune storm", "also finds the session with a note about the storm"),
        Example("cairn search midnight", "all your climbs of Midnight Lightning"),
      ],
      arguments: [.repeating("words", "The words to search for.", atLeastOne: true)],
      options: [.limit, .all, .list(["books", "stories", "sessions", "climbs"])],
      action: { invocation, context in
        let (text, limit) = (invocation.rest.joined(separator: " "), try invocation.limit())
        return try await context.withLog { log in
          var filter = ShelfFilter()
          filter.words = text
          let books = context.cut(try await log.books(filter), invocation, "first")
          let noted = try await log.sessions(noting: text, limit: limit + 1)
          let sessions = context.cut(noted, invocation)
          let named = try await log.climbs(named: text, limit: limit + 1)
          let stories = try await log.stories(holding: text, limit: limit + 1)
          let found = SearchResults(
            books: books,
            stories: context.cut(stories, invocation, "first"),
            sessions: sessions,
            climbs: context.cut(named, invocation),
            now: context.now
          )
          context.show(found)
          return found.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ found: SearchResults) {
    if wantsData { return output.print(data: found) }
    if found.isEmpty { return output.info("Nothing found.") }
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
