package import Cairn
package import CairnHTML
package import CairnReports

/// The page of an author: known facts, the form that edits them, and books.
package struct AuthorPage {
  private let frame: PageFrame
  private let author: AuthorRow
  private let books: [DescribedBook]
  private let conflicts: ConflictNotice
  private let formError: FormError?

  /// Creates the page.
  package init(
    frame: PageFrame,
    author: AuthorRow,
    books: [DescribedBook],
    conflicts: ConflictNotice,
    formError: FormError?
  ) {
    (self.frame, self.author, self.books) = (frame, author, books)
    (self.conflicts, self.formError) = (conflicts, formError)
  }

  private var path: String { "/authors/\(author.id.record.text)" }

  package var html: HTML {
    frame.page(
      author.name,
      in: .library,
      """
      <header class="head"><h1><bdi>\(author.name)</bdi></h1></header>
      <p class="quiet">Author details apply to all their books, including ones you add later.
      <a href="/authors">All authors</a></p>
      \(fragment: conflicts.html)
      \(fragment: Author.isAnonymous(author.name) ? many : known)
      <section aria-labelledby="books"><h2 id="books">On your shelf</h2>
      <ul class="rows card">\(fragment: HTML(books.map(row)))</ul></section>
      """
    )
  }

  private var many: HTML {
    "<p class=\"card\">This name covers many people. Fill in the details of each book instead.</p>"
  }

  private var known: HTML {
    """
    <section class="card" aria-labelledby="facts"><h2 id="facts">Author details</h2>
    <dl class="facts">\(fragment: HTML(FactKind.ofAuthors.map(fact)))</dl></section>
    <details class="sheet card"\(flag: "open", formError != nil)><summary>Edit</summary>
    \(fragment: formError.map { alert($0.error) })
    <form method="post" action="\(path)/edit" data-keep="yes">\(fragment: frame.key("facts"))
    \(fragment: fields.shown(FactKind.ofAuthors))
    <div class="pair">\(fragment: fields.field(.region))\(fragment: fields.field(.gender))</div>
    \(fragment: fields.field(.nationality))
    <div class="pair">\(fragment: fields.field(.birthYear))\(fragment: fields.field(.deathYear))</div>
    <button class="wide primary">Save</button></form></details>
    \(fragment: questionsForm)
    """
  }

  private var fields: FactFields {
    FactFields(facts: author.facts, typed: formError?.typed, empty: DiversityText.unknown)
  }

  private func fact(_ kind: FactKind) -> HTML {
    let fact = author.facts[kind]
    let source = fact?.sourceLabel.map { "<span class=\"source\">\($0)</span>" as HTML }
    return """
      <div><dt>\(kind.title)</dt><dd><bdi>\(fact.map { kind.label(of: $0.value) } ?? DiversityText.unknown)</bdi>\
      \(fragment: source)</dd></div>

      """
  }

  private var questionsForm: HTML {
    """
    <form method="post" action="\(path)/questions">\(fragment: frame.key("questions"))
    <button name="questions_enabled" value="\(author.facts.isAskingDisabled ? "yes" : "no")">\
    \(author.facts.isAskingDisabled ? "Ask about this author again" : "Don’t ask about this author")\
    </button></form>
    """
  }

  private func row(_ book: DescribedBook) -> HTML {
    let known = Dimension.core.count - book.missing.count
    return """
      <li class="row"><div><a class="whole" href="/books/\(book.entry.record.text)?tab=about">\
      <strong><bdi>\(book.title)</bdi></strong></a></div>
      <span class="figure">\(known) of \(Dimension.core.count)<span class="quiet"> filled in</span></span></li>

      """
  }
}

/// The page of all authors of books on the shelf.
package struct AuthorsPage {
  private let frame: PageFrame
  private let authors: [AuthorRow]

  /// Creates the page.
  package init(frame: PageFrame, authors: [AuthorRow]) {
    (self.frame, self.authors) = (frame, authors)
  }

  package var html: HTML {
    frame.page(
      "Authors",
      in: .library,
      """
      <header class="head"><h1>Authors</h1></header>
      \(fragment: authors.isEmpty ? EmptyState("No authors yet.", "", ("Add a book", "/shelf")).html : list)
      """
    )
  }

  private var list: HTML { "<ul class=\"rows card\">\(fragment: HTML(authors.map(row)))</ul>" }

  private func row(_ one: AuthorRow) -> HTML {
    let words = [FactKind.region, .gender].map { kind in
      one.facts.value(kind).map { kind.label(of: $0) } ?? DiversityText.unknown(kind.label)
    }
    return """
      <li class="row"><div><a class="whole" href="/authors/\(one.id.record.text)">\
      <strong><bdi>\(one.name)</bdi></strong></a>
      <span class="quiet">\(words.joined(separator: " · "))</span></div>
      <span class="figure">\(one.books)<span class="quiet"> book\(one.books == 1 ? "" : "s")</span></span></li>

      """
  }
}
