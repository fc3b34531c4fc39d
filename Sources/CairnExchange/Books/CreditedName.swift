import Cairn

/// A name with an optional role, as apps write it: `Ana Prado (Translator)`.
struct CreditedName: Equatable {
  /// The name without the role.
  let name: String
  /// Whether the person contributed without being an author.
  let isContributor: Bool

  /// Parses a name; parentheses without a known role belong to the name.
  init(_ text: String) {
    guard let role = Self.role(text) else {
      (name, isContributor) = (text, false)
      return
    }
    name = trimmed(String(text[..<role.start]))
    isContributor = !Self.authors.contains(role.word)
  }

  private static func role(_ text: String) -> (start: String.Index, word: String)? {
    guard text.hasSuffix(")"), let start = text.lastIndex(of: "("), start > text.startIndex
    else { return nil }
    let word = folded(String(text[text.index(after: start)...].dropLast()))
    return authors.contains(word) || roles.contains(word) ? (start, word) : nil
  }

  private static let authors: Set = words("author writer autor autorin autora auteur autore")
  private static let roles: Set = words(
    "translator illustrator narrator editor contributor photographer compiler adapter reader "
      + "foreword introduction afterword preface artist letterer colorist "
      + "ubersetzer ubersetzerin erzahler erzahlerin sprecher sprecherin herausgeber herausgeberin "
      + "illustratorin traducteur traductrice illustrateur illustratrice narrateur narratrice "
      + "traductor traductora ilustrador ilustradora narrador narradora "
      + "tradutor tradutora traduttore traduttrice illustratore illustratrice"
  )

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}

extension ImportedBook {
  /// Sets the authors and contributors from names with or without a role.
  mutating func credit(_ names: [String], contributors others: [String] = []) {
    let names = names.map(CreditedName.init)
    authors = names.filter { !$0.isContributor }.map(\.name)
    let all = names.filter(\.isContributor).map(\.name) + others
    var seen = Set(authors)
    contributors = all.filter { seen.insert($0).inserted }
  }
}
