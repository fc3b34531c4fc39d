import Cairn
import CairnActions
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var addBook: Command {
    Command(
      "add",
      summary: "Add a book to your shelf.",
      discussion: """
        Only the title is required. A possible duplicate is reported but added anyway, because \
        two editions of a work can be two books for you.
        """,
      examples: [
        Example("cairn book add \"Dune\" --author \"Frank Herbert\"", "to read later"),
        Example("cairn book add \"Emma\" --page-count 474 --status read", "finished today"),
        Example("cairn book add \"Dune\" --isbn 0-441-01359-7 --borrowed", "with its ISBN"),
      ],
      arguments: [.required("title", "The title.")],
      options: Option.bookFacts + [
        .value(
          "status",
          "STATUS",
          "The status (to-read).",
          completion: .values(statusNames)
        ),
        Option(NewBook.shelves, as: "shelf", "A shelf for it.", completion: .live("shelves")),
        Option(NewBook.tags, as: "tag", "A tag for it.", completion: .live("tags")),
      ],
      action: { invocation, context in
        let new = try invocation.newBook()
        let zone = context.zone.name
        return try await context.withLog { log in
          let (book, same) = try await log.write { writer in
            let same = try writer.duplicates(of: new)
            return (try AddBook(new, zone: zone).run(in: writer), same)
          }
          context.reportDuplicates(book.entry.id, same)
          return try await context.show(book.entry.id, "Added", in: log)
        }
      }
    )
  }

  static var editBook: Command {
    Command(
      "edit",
      summary: "Edit the details of a book.",
      discussion: """
        Other values stay as they are; an empty value, such as --series \"\", clears one. Authors are \
        replaced. Edition details apply to the edition you read.
        """,
      examples: [
        Example(
          "cairn book edit \"Dune\" --series \"Dune\" --number 1",
          "its position in a series"
        ),
        Example("cairn book edit \"Dune\" --title \"Dune, the novel\"", "a new title"),
        Example("cairn book edit \"Dune\" --review \"Sand.\" --owned", "a review, and you own it"),
      ],
      arguments: [.book],
      options: [Option(BookEdit.Fields.title, placeholder: "TITLE")] + Option.bookFacts
        + Option.diversityFacts,
      action: { invocation, context in
        let edit = try invocation.bookFacts()
        let (facts, questionsEnabled) = (
          invocation.diversityFacts(), try invocation.questionsEnabled()
        )
        guard edit != BookEdit() || !facts.isEmpty || questionsEnabled != nil else {
          throw invocation.nothingToEdit
        }
        return try await context.change(invocation) {
          if !facts.isEmpty || questionsEnabled != nil {
            try EditFacts(of: .book($1), facts, questionsEnabled: questionsEnabled).run(in: $0)
          }
          if edit != BookEdit() { try EditBook($1, edit).run(in: $0) }
        }
      }
    )
  }
}

extension Invocation {
  fileprivate func newBook() throws(CairnError) -> NewBook {
    try Work.requireTitle(required("title"))
    var new = try NewBook(self)
    new.status = try status() ?? .toRead
    new.more.isBorrowed = try isBorrowed()
    return new
  }
}

extension CommandContext {
  /// Reports possible duplicates of a new book and how to merge them.
  fileprivate func reportDuplicates(_ id: Identifier<Entry>, _ same: [EntryRow]) {
    guard let first = same.first else { return }
    let others = same.prefix(3).map { summary($0) }.joined(separator: "; ")
    let count = same.count == 1 ? "a book" : "\(same.count) books"
    output.warn(
      "Note: \(count) with a similar title already exists: \(others).\n"
        + "  Undo this with `cairn undo`, or merge them with "
        + "`cairn book merge \(first.shortID.text) \(ShortID(id.record).text)`."
    )
  }
}
