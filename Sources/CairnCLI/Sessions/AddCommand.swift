import Cairn
import CairnStore

extension Command<CommandContext> {
  static var add: Command {
    Command(
      "add",
      summary: "Track a past session from one line.",
      discussion: """
        The line has a title and a time, in any order. It may have a page, a percentage or a number of pages, a place after @, \
        and tags after +. A title in quotes may contain a time. Without read, listen or climb before it, the title is of a book or \
        story in your library, or else of a new book. The word add may be left out before a line in quotes.
        """,
      examples: [
        Example("cairn add \"Dune 30m\"", "the last half hour"),
        Example("cairn add \"Dune 30m yesterday to p 72\"", "with the page you reached"),
        Example("cairn add \"listen Emma 20:00-20:45 @train\"", "a story, with the place"),
        Example("cairn \"climb monday 6pm for 2h\"", "the same without the word add"),
      ],
      arguments: [
        .repeating("line", "The title and the time, with pages, place and tags.", atLeastOne: true)
      ],
      options: track.options,
      action: { invocation, context in
        let line = try invocation.typedLine()
        if let ambiguity = line.ambiguity, try await !context.has(line) { throw ambiguity }
        return try await context.track(invocation.passed(to: track, line.arguments))
      }
    )
  }
}

extension Invocation {
  /// Returns the typed line; throws `usage.time`.
  fileprivate func typedLine() throws(CairnError) -> TypedLine {
    let words = values("line")
    if let line = TypedLine(words) { return line }
    throw CairnError(
      "usage.time",
      "“\(words.joined(separator: " "))” has no title and time of a session.",
      hint:
        "Write both: cairn add \"Dune 30m yesterday to p 72\", or cairn add \"Dune 20:00-21:15\"."
    )
  }
}

extension TypedLine {
  /// The arguments and options of `cairn track` that it stands for.
  fileprivate var arguments: [String: [String]] {
    let tags = tags.isEmpty ? [:] : ["tag": tags]
    return options.filter { $0.key != "tags" }.mapValues { [$0] }
      .merging(["time": [time], "book": subject]) { $1 }.merging(tags) { $1 }
  }
}

extension CommandContext {
  /// Returns whether the title of a line is that of a known book or story.
  fileprivate func has(_ line: TypedLine) async throws -> Bool {
    switch line.about {
    case .climbing: false
    case .reading(let title), .listening(let title), .title(let title):
      try await withLog { log in try await log.kind(of: title) != nil }
    }
  }
}

extension Log {
  /// Returns the kind of session for a book or else a story, by title or id; nil if there is neither.
  func kind(of word: String) async throws -> SessionKind? {
    if try await BookReference.findIfAny(word, in: self) != nil { return Reading.kind }
    let story = try await StoryReference.findIfAny(word, author: nil, in: self)
    return story.map { _ in Listening.kind }
  }
}
