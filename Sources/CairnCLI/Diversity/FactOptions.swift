import Cairn

extension Option {
  /// Options that describe an author, or a book that differs from its author.
  static var authorFacts: [Option] {
    [
      .value("region", "REGION", "The cultural region.", completion: .labels(.region)),
      .value("gender", "GENDER", "The gender identity.", completion: .labels(.gender)),
      .value("nationality", "WORD", "The nationality, in your own words."),
    ]
  }

  /// Options that describe a book for diversity statistics.
  static var diversityFacts: [Option] {
    [
      .value(
        "original-language",
        "LANGUAGE",
        "The original language, by name or code.",
        completion: .labels(.originalLanguage)
      ),
      .value(
        "own-voices",
        "ANSWER",
        "Whether its author belongs to the group it is about: yes or no."
      ),
      .value(
        "accessibility",
        "FEATURES",
        "The accessibility features, separated by commas, or none.",
        completion: .labels(.accessibility)
      ),
    ]
      + authorFacts.map {
        Option.value(
          $0.name,
          $0.placeholder ?? "",
          "Only for this book: " + $0.help.lowercased(),
          completion: $0.completion
        )
      } + questionToggles
  }

  static var questionToggles: [Option] {
    [
      .flag("never-ask", "Stop asking questions about it."),
      .flag("ask-again", "Ask questions about it again."),
    ]
  }
}

extension CompletionSource {
  /// Completes with the labels that a fact accepts.
  static func labels(_ kind: FactKind) -> CompletionSource { .values(kind.choices.map(\.label)) }
}

extension Invocation {
  /// Returns the typed facts about an author.
  func authorFacts() -> [FactKind: String?] {
    facts([
      ("region", .region), ("gender", .gender), ("nationality", .nationality),
      ("born", .birthYear), ("died", .deathYear),
    ])
  }

  /// Returns the typed facts about a book.
  func diversityFacts() -> [FactKind: String?] {
    facts([
      ("original-language", .originalLanguage), ("own-voices", .ownVoices),
      ("accessibility", .accessibility), ("region", .region), ("gender", .gender),
      ("nationality", .nationality),
    ])
  }

  /// Reads facts; an empty value clears one.
  private func facts(_ options: [(String, FactKind)]) -> [FactKind: String?] {
    var facts: [FactKind: String?] = [:]
    for (name, kind) in options {
      guard let word = value(name) else { continue }
      // “Not sure” is stored as the absence of yes and no.
      let isNone = word.isEmpty || kind == .ownVoices && folded(word) == "not sure"
      facts[kind] = .some(isNone ? nil : word)
    }
    return facts
  }

  /// Whether to ask questions; nil without `--never-ask` and `--ask-again`, throws `usage.value` for both.
  func questionsEnabled() throws(CairnError) -> Bool? {
    try either("ask-again", "never-ask")
  }
}
