package import Cairn
package import CairnHTML
import CairnReports

/// One question with an answer per button, and the links that skip it.
package struct QuestionCard {
  package let question: Question
  /// The number of books an answer about the author applies to.
  package let books: Int64
  /// The idempotency key of the page's forms.
  package let key: String
  /// The address that the skip link leads to.
  package let skip: String
  /// The session after which the question appears.
  package var session: SessionID?
  /// The only dimension of the questions; nil for all.
  package var only: Dimension?
  /// Whether all questions are about this book.
  package var isSingleBook = false
  /// The number of skipped questions.
  package var skipped = 0
  /// The error of a rejected answer.
  package var formError: FormError?

  /// Creates the card.
  package init(
    question: Question,
    books: Int64,
    key: String,
    skip: String,
    session: SessionID? = nil,
    only: Dimension? = nil,
    isSingleBook: Bool = false,
    skipped: Int = 0,
    formError: FormError? = nil
  ) {
    (self.question, self.books, self.key) = (question, books, key)
    (self.skip, self.session, self.only) = (skip, session, only)
    (self.isSingleBook, self.skipped, self.formError) = (isSingleBook, skipped, formError)
  }

  package var html: HTML {
    """
    <section class="card ask" aria-labelledby="question">
    <div><h2 id="question"><bdi>\(question.text)</bdi></h2>
    <p class="quiet">\(fragment: about)</p></div>
    \(fragment: formError.map { alert($0.error) })
    \(fragment: question.dimension == .accessibility ? features : answers)
    \(fragment: question.dimension == .translation ? language : nil)
    <div class="actions"><a class="button" href="\(skip)">\(DiversityText.skip)</a>
    <form method="post" action="/ask/never">\(fragment: hidden("never"))\
    <button><span>\(DiversityText.doNotAskAgain.0)<bdi>\(question.about)</bdi>\
    \(DiversityText.doNotAskAgain.1)</span></button></form></div></section>
    """
  }

  /// The title and the authors, each isolated, so that right-to-left text reorders only itself.
  private var about: HTML {
    let title: HTML = "<bdi>\(question.book.title)</bdi>"
    let names = HTML.isolated(question.book.writers.map { $0.name })
    return question.book.writers.isEmpty ? title : "\(fragment: title) · \(fragment: names)"
  }

  private var answers: HTML {
    """
    <form method="post" action="/ask">\(fragment: hidden("answer"))
    \(fragment: scopeChoice)
    <div class="choices">\(fragment: HTML(question.choices.map(choice)))</div></form>
    """
  }

  private func choice(_ one: Category) -> HTML {
    "<button name=\"answer\" value=\"\(one.value)\">\(one.label)</button>\n"
  }

  /// The choice between all books of the author and this one; nil for an author with one book.
  private var scopeChoice: HTML? {
    guard let writer = question.writer, books > 1 else { return nil }
    return RadioGroup(
      name: "this_book",
      label: DiversityText.reach,
      picks: [
        RadioGroup.Pick("no", DiversityText.allBooks(books, by: writer.name)),
        RadioGroup.Pick("yes", DiversityText.thisBook),
      ],
      chosen: "no"
    ).html
  }

  /// A book can have several features, so check boxes come before one Save button.
  private var features: HTML {
    let boxes = Category.features.map { one -> HTML in
      """
      <label class="check"><input type="checkbox" name="has-\(one.value)" value="yes"> \
      \(one.label)</label>

      """
    }
    return """
      <form method="post" action="/ask">\(fragment: hidden("answer"))
      <div class="boxes">\(fragment: HTML(boxes))</div>
      <div class="choices"><button class="primary">\(DiversityText.saveThese)</button>
      <button name="answer" value="none">\(DiversityText.noneOfThem)</button></div></form>
      """
  }

  private var language: HTML {
    let names = Language.all.map { "<option value=\"\($0.label)\"></option>" as HTML }
    return """
      <form method="post" action="/ask">\(fragment: hidden("language"))
      <div class="field"><label for="language">\(DiversityText.otherLanguage)</label>
      <div class="inline long"><input id="language" name="answer" list="languages" autocomplete="off" \
      value="\(formError?.typed["answer"] ?? "")">
      <button>Save</button></div>
      <datalist id="languages">\(fragment: HTML(names))</datalist></div></form>
      """
  }

  private func hidden(_ form: String) -> HTML {
    let fields = [
      ("book", question.book.entry.record.text), ("dimension", question.dimension.name),
      ("author", question.writer?.id.record.text ?? ""),
      ("after", session?.record.text ?? ""), ("only", only?.name ?? ""),
      ("scope", isSingleBook ? "book" : ""), ("skip", skipped > 0 ? "\(skipped)" : ""),
    ]
    let inputs = fields.filter { !$0.1.isEmpty }.map { name, value -> HTML in
      "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
    return HTML([FormKey(key, "ask-\(form)").html] + inputs)
  }
}

extension Question {
  /// The author's name or the book's title.
  package var about: String { writer?.name ?? "“\(book.title)”" }
}
