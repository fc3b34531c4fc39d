package import Cairn

/// How a typed line was understood, to be shown while it is typed.
package struct UnderstoodLine: Sendable {
  /// What the session is about.
  package enum Subject: Sendable, Equatable {
    /// A book in the library.
    case book(EntryRow)
    /// A known story.
    case story(StoryRow)
    /// A book that the line adds.
    case newBook(String)
    /// A story that the line adds.
    case newStory(String)
    /// Climbing.
    case climbing

    /// Whether it is a book or a story of the log.
    package var isKnown: Bool {
      switch self {
      case .book, .story: true
      case .newBook, .newStory, .climbing: false
      }
    }
  }

  /// The line as typed.
  package let text: String
  /// The parts of the line.
  package let draft: TypedDraft
  /// The subject; nil before a title is typed.
  package let subject: Subject?
  /// The titles one of which is probably meant, if the typed title is of none.
  package let near: [String]
  /// When the session took place; nil without a time.
  package let time: Range<Instant>?
  /// Why the time is unclear, or nil.
  package let problem: CairnError?

  /// Creates the result.
  package init(
    text: String,
    draft: TypedDraft,
    subject: Subject?,
    near: [String],
    time: Range<Instant>?,
    problem: CairnError?
  ) {
    (self.text, self.draft, self.subject) = (text, draft, subject)
    (self.near, self.time, self.problem) = (near, time, problem)
  }

  /// Whether nothing is missing or unclear.
  package var isComplete: Bool { subject != nil && near.isEmpty && time != nil }

  /// The kind of the session; nil before a title is typed.
  package var kind: SessionKind? {
    switch subject {
    case .book, .newBook: Reading.kind
    case .story, .newStory: Listening.kind
    case .climbing: Climbing.kind
    case nil: nil
    }
  }

  /// Returns the line with another title, in quotes if a word of it could mean something else.
  package func withTitle(_ title: String) -> String {
    let kind = draft.subject.flatMap { $0.count > 1 ? $0[0] + " " : nil } ?? ""
    let isPlain = TypedDraft([title]) == TypedDraft(["\"\(title)\""])
    let tags = draft.tags.isEmpty ? nil : draft.signedTags
    let rest = [draft.time, draft.positionText, draft.options["place"].map { "@\($0)" }, tags]
    return ([kind + (isPlain ? title : "\"\(title)\"")] + rest.compactMap { $0 }).joined(
      separator: " "
    )
  }
}

extension TypedDraft {
  /// The tags as a line has them: `+beach +holiday`.
  package var signedTags: String {
    tags.map { "\(SessionTags.sign)\($0)" }.joined(separator: " ")
  }

  /// The pages as a line has them: `from p 40 to p 72`.
  package var positionText: String? {
    let parts = [
      options["start-page"].map { "from p \($0)" }, options["page"].map { "to p \($0)" },
      options["percent"].map { "to \($0)%" }, options["pages"].map { "\($0) pages" },
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
