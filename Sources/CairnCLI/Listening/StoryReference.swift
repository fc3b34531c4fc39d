import Cairn
import CairnActions
import CairnReports
import CairnStore

/// A story named on the command line by its title or ID.
enum StoryReference {
  /// The description in help.
  static let help = "The title or the id."

  /// Finds a story; throws `story.not_found` or `usage.ambiguous`.
  static func find(_ word: String, in log: Log) async throws -> StoryRow {
    if let row = try await findIfAny(word, author: nil, in: log) { return row }
    let near = try await near(word, in: log)
    throw CairnError(
      "story.not_found",
      "There is no story “\(word)”.",
      hint: near.isEmpty
        ? "List stories with `cairn stories`, or add one with `cairn story add`."
        : "Did you mean \(near.listed)? Use the full title or the id."
    )
  }

  /// Finds a story to listen to, or prepares a new one for a title that matches none.
  ///
  /// The author selects between stories with the same title; a story without an author matches any.
  /// Throws `story.not_found` for a title that is similar to or part of another title or author, unless
  /// `isNew`, and `story.title_missing` for an empty title.
  static func findOrNew(
    _ new: NewStory,
    isNew: Bool,
    in log: Log
  ) async throws -> StoryChoice {
    let word = new.title
    _ = try Story(id: Identifier(RecordID(derivedFrom: [])), title: word)
    if isNew { return StoryChoice(new, isNew: true) }
    if let row = try await findIfAny(word, author: new.author, in: log) {
      return StoryChoice(row.id)
    }
    let near = try await near(word, in: log).filter { folded($0.title) != folded(word) }
    guard near.isEmpty else {
      throw CairnError(
        "story.not_found",
        "There is no story with the exact title “\(word)”.",
        hint: "Did you mean \(near.listed)? Use the full title or the id, or add --new."
      )
    }
    return StoryChoice(new)
  }

  /// Finds a deleted story; throws `story.not_deleted` or `usage.ambiguous`.
  static func findDeleted(_ word: String, in log: Log) async throws -> Identifier<Story> {
    let all = try await log.deletedStories()
    let whole = all.filter { $0.id.record.text == word }
    let found = whole.isEmpty ? all.named(word) : whole
    guard !found.isEmpty else {
      throw CairnError(
        "story.not_deleted",
        "There is no deleted story “\(word)”.",
        hint: "List deleted stories with `cairn stories --deleted`."
      )
    }
    return try found.only(word).id
  }

  /// Finds a story, of an author if one is given; nil if there is none; throws `usage.ambiguous`.
  static func findIfAny(
    _ word: String,
    author: String?,
    in log: Log
  ) async throws -> StoryRow? {
    let titled = try await log.stories(titled: word).filter { $0.isBy(author) }
    let exact = titled.filter { author != nil && $0.author != nil }
    if !titled.isEmpty { return try (exact.isEmpty ? titled : exact).only(word) }
    if let short = ShortID(text: word) {
      let rows = try await log.stories(short: short)
      if !rows.isEmpty { return try rows.only(word) }
    }
    guard let id = RecordID(text: word) else { return nil }
    return try await log.story(Identifier(id))
  }

  /// Returns stories with the word in their title or author, or else with a similar title.
  private static func near(_ word: String, in log: Log) async throws -> [StoryRow] {
    let stories = try await log.stories()
    let named = stories.filter { row in
      [row.title, row.author].compactMap(\.self).contains { folded($0).contains(folded(word)) }
    }
    return named.isEmpty ? stories.similar(to: word) : named
  }
}

extension StoryRow {
  /// Whether the author matches; an unknown author on either side matches any.
  fileprivate func isBy(_ name: String?) -> Bool {
    guard let name, let author else { return true }
    return folded(name) == folded(author)
  }
}
