package import Cairn
package import CairnHTML

/// The page with one question at a time and the result of the last answer.
package struct AskPage {
  private let frame: PageFrame
  /// The book and the dimension that all questions are about; nil for all.
  private let book: Identifier<Entry>?
  private let dimension: Dimension?
  /// The session after which the question is shown.
  private let session: SessionID?
  private let question: Question?
  private let books: Int64
  /// The number of skipped questions.
  private let skipped: Int
  private let result: AnswerResult?
  private let formError: FormError?

  /// Creates the page; `books` counts the books that an answer about the author applies to.
  package init(
    frame: PageFrame,
    book: Identifier<Entry>?,
    dimension: Dimension?,
    session: SessionID?,
    question: Question?,
    books: Int64,
    skipped: Int,
    result: AnswerResult?,
    formError: FormError?
  ) {
    (self.frame, self.book, self.dimension, self.session) = (frame, book, dimension, session)
    (self.question, self.books, self.skipped) = (question, books, skipped)
    (self.result, self.formError) = (result, formError)
  }

  private var isAfterSession: Bool { session != nil }

  package var html: HTML {
    frame.page(
      "Quick question",
      in: .insights,
      """
      <header class="head"><h1>\(result == nil ? "Quick question" : "Thank you")</h1></header>
      \(fragment: result?.html)
      \(fragment: question == nil ? formError.map { alert($0.error) } : nil)
      \(fragment: question.map(card) ?? progress)
      <p class="quiet"><a href="/insights/diversity">See results</a></p>
      """
    )
  }

  private func card(_ question: Question) -> HTML {
    QuestionCard(
      question: question,
      books: books,
      key: frame.key,
      skip: isAfterSession ? "/" : next,
      session: session,
      only: dimension,
      isSingleBook: book != nil,
      skipped: skipped,
      formError: formError
    ).html
  }

  private var next: String {
    let own = [
      book.map { "book=\($0.record.text)" },
      dimension.map { "dimension=\($0.name)" },
      "skip=\(skipped + 1)",
    ]
    return "/ask?" + own.compactMap { $0 }.joined(separator: "&")
  }

  private var progress: HTML {
    if isAfterSession, result != nil {
      return """
        <p class="actions"><a class="button primary" href="/">Back to today</a>
        <a class="button" href="/ask">Another question</a></p>
        """
    }
    if formError != nil { return nextLinks }
    if isAfterSession {
      return EmptyState(
        "No question for this session.",
        "It was already answered or skipped. Each session brings at most one question.",
        ("Back to today", "/"),
        ("Another question", "/ask")
      ).html
    }
    let about = dimension.map { " about \($0.noun)" } ?? ""
    return EmptyState(
      "No more questions\(about).",
      skipped > 0 ? "You skipped \(counted(skipped, "question"))." : Self.nothingOpen,
      ("See results", "/insights/diversity"),
      ("Back to today", "/")
    ).html
  }

  private static let nothingOpen =
    "Everything is filled in. Questions you turned off are listed on the page of the author or "
    + "book."

  /// Links for when the question is no longer open.
  private var nextLinks: HTML {
    let other = dimension.map { "/ask?dimension=\($0.name)" } ?? "/ask"
    let next: HTML = "<a class=\"button primary\" href=\"\(other)\">Next question</a>"
    return """
      <p class="actions">\(fragment: isAfterSession ? nil : next)
      <a class="button" href="/">Back to today</a></p>
      """
  }
}
