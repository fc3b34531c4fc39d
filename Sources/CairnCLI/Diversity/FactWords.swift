import Cairn
import CairnStore

extension Option {
  /// Options that describe an author, or a book that differs from its author.
  static var authorFacts: [Option] {
    [
      .value("region", "REGION", "Where they are at home.", completion: .labels(.region)),
      .value("gender", "GENDER", "Their gender identity.", completion: .labels(.gender)),
      .value("nationality", "WORD", "Their nationality, in your own word."),
    ]
  }

  /// Options that describe a book for diversity statistics.
  static var diversityFacts: [Option] {
    [
      .value(
        "original-language",
        "LANGUAGE",
        "The language it was written in: its name or code.",
        completion: .labels(.originalLanguage)
      ),
      .value("own-voices", "ANSWER", "Whether it tells of its author's own group: yes or no."),
      .value(
        "accessibility",
        "FEATURES",
        "What makes it readable for more people, with commas between, or none.",
        completion: .labels(.accessibility)
      ),
    ]
      + authorFacts.map {
        Option.value(
          $0.name,
          $0.placeholder ?? "",
          "Of this book alone, whatever its author: " + $0.help.lowercased(),
          completion: $0.completion
        )
      } + asking
  }

  static var asking: [Option] {
    [
      .flag("never-ask", "Ask no questions about it any more."),
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
  func asked() throws(CairnError) -> Bool? {
    let (never, again) = (flag("never-ask"), flag("ask-again"))
    guard never && again else { return never ? false : again ? true : nil }
    throw CairnError(
      "usage.value",
      "--never-ask and --ask-again cannot be given together.",
      hint: "Leave one of them out."
    )
  }

  func nothingSaid(_ help: String) -> CairnError {
    CairnError(
      "usage.missing",
      "There is nothing to change.",
      hint: "`\(help)` lists what can be changed."
    )
  }
}
