import Cairn
import CairnHTML

/// The facts of a book used for diversity, their sources, and the forms that edit them.
struct BookFacts {
  let page: BookPage
  let book: DescribedBook

  private static let kinds = Dimension.core.compactMap { $0.fact } + [.nationality]

  private var path: String { "\(page.book.path)/facts" }

  private var formError: FormError? { page.formError.at(.facts) }

  var html: HTML {
    """
    <section class="card" aria-labelledby="facts"><div><h2 id="facts">Author &amp; book details</h2>
    <p class="quiet">\(known) of \(Dimension.core.count) filled in.\(fragment: writers)</p></div>
    <dl class="facts">\(fragment: HTML(Self.kinds.map(fact)))</dl>
    \(fragment: book.missing.isEmpty || book.facts.isAskingDisabled ? nil : ask)
    \(fragment: HTML(overrides.map(removal)))</section>
    \(fragment: edit)
    """
  }

  private var known: Int { Dimension.core.count - book.missing.count }

  private var writers: HTML? {
    guard !book.writers.isEmpty else { return nil }
    let links = book.writers.map { one -> HTML in
      " <a href=\"/authors/\(one.id.record.text)\"><bdi>\(one.name)</bdi></a>"
    }
    return " Authors:\(fragment: HTML(links))"
  }

  private func fact(_ kind: FactKind) -> HTML {
    let facts = book.facts(kind)
    let words = HTML.isolated(
      facts.map { $0.map { kind.label(of: $0.value) } ?? DiversityText.unknown }
    )
    return """
      <div><dt>\(kind.title)</dt><dd>\(fragment: words)\
      <span class="source">\(source(kind, facts))</span></dd></div>

      """
  }

  /// Returns whether the fact belongs to this book or its author, and its source.
  private func source(_ kind: FactKind, _ facts: [Fact?]) -> String {
    if let own = book.facts[kind] {
      let scope = kind.isOfAuthor ? DiversityText.ofThisBook : ""
      return [scope, own.sourceLabel ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    guard let one = facts.compactMap({ $0 }).first else { return "" }
    return [DiversityText.ofTheAuthor, one.sourceLabel ?? ""].filter { !$0.isEmpty }.joined(
      separator: ", "
    )
  }

  private var ask: HTML {
    """
    <p class="actions"><a class="button" href="/ask?book=\(book.entry.record.text)">\
    Fill in details</a></p>
    """
  }

  private var overrides: [FactKind] { FactKind.overrides.filter { book.facts[$0] != nil } }

  private func removal(_ kind: FactKind) -> HTML {
    """
    <form method="post" action="\(path)" data-keep="yes">\(fragment: page.frame.key("remove-\(kind.name)"))
    <button name="\(kind.name)" value="">Remove this book’s own \(kind.label)</button></form>
    """
  }

  private var edit: HTML {
    let (own, other) = (
      FactFields(facts: book.facts, typed: formError?.typed, empty: DiversityText.unknown),
      FactFields(facts: book.facts, typed: formError?.typed, empty: "same as author")
    )
    return """
      <details class="sheet card"\(flag: "open", formError != nil)><summary>Edit details</summary>
      \(fragment: formError.map { alert($0.error) })
      <form method="post" action="\(path)" data-keep="yes">\(fragment: page.frame.key("facts"))
      \(fragment: own.shown(FactKind.ofWorks))\(fragment: other.shown(FactKind.overrides))
      <div class="pair">\(fragment: own.field(.originalLanguage))\(fragment: own.field(.ownVoices))</div>
      \(fragment: own.field(.accessibility))
      <p class="quiet">Override for this book:</p>
      <div class="pair">\(fragment: other.field(.region))\(fragment: other.field(.gender))</div>
      \(fragment: other.field(.nationality))
      <button class="wide primary">Save</button></form></details>
      """
  }
}
