import Cairn
import CairnStore

extension Command<CommandContext> {
  static var addBook: Command {
    Command(
      "add",
      group: "Books",
      summary: "Put a book on the shelf.",
      discussion: """
        The title is enough. A book that may be there already is pointed out, and added all the \
        same: two editions of one work can be two books for you.
        """,
      reads: true,
      examples: [
        Example("cairn book add \"Dune\" --author \"Frank Herbert\"", "to read it one day"),
        Example("cairn book add \"Emma\" --page-count 474 --status read", "finished today"),
        Example("cairn book add \"Dune\" --isbn 0-441-01359-7 --borrowed", "with its number"),
      ],
      arguments: [.required("title", "The title.")],
      options: Option.bookFacts + [
        .value(
          "status",
          "STATUS",
          "How you stand to it; to-read unless given.",
          completion: .values(statusNames)
        ),
        .value(
          "shelf",
          "NAME",
          "A shelf of yours to put it on.",
          completion: .live("shelves"),
          isRepeatable: true
        ),
        .value("tag", "NAME", "A tag to give it.", completion: .live("tags"), isRepeatable: true),
      ],
      action: { invocation, context in
        let new = try invocation.newBook()
        let zone = context.zone.name
        return try await context.withLog { log in
          let (book, same) = try await log.write("Add a book") { writer in
            let same = try writer.duplicates(of: new)
            return (try writer.add(new, zone: zone), same)
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
      group: "Books",
      summary: "Correct what is known of a book.",
      discussion: """
        Only what is given changes; an empty value, as in --series \"\", clears. Authors are \
        replaced by those given. What is said of the edition is about the one you read.
        """,
      reads: true,
      examples: [
        Example("cairn book edit \"Dune\" --series \"Dune\" --number 1", "its place in a series"),
        Example("cairn book edit \"Dune\" --title \"Dune, the novel\"", "another title"),
        Example("cairn book edit \"Dune\" --review \"Sand.\" --owned", "a review, and it is yours"),
      ],
      arguments: [.book],
      options: [.value("title", "TITLE", "Another title.")] + Option.bookFacts
        + Option.diversityFacts,
      action: { invocation, context in
        var edit = try invocation.bookFacts()
        edit.title = invocation.value("title")
        let (facts, asked) = (invocation.diversityFacts(), try invocation.asked())
        guard edit != BookEdit() || !facts.isEmpty || asked != nil else {
          throw invocation.nothingSaid("cairn help book edit")
        }
        return try await context.change(invocation) { [edit] in
          if let asked { try $0.ask(asked, about: $1) }
          if !facts.isEmpty { try $0.set(facts, of: $1) }
          if edit != BookEdit() { try $0.edit($1, edit) }
        }
      }
    )
  }
}

extension Invocation {
  fileprivate func newBook() throws(CairnError) -> NewBook {
    var new = NewBook(title: required("title"), status: try status() ?? .toRead)
    new.more = try bookFacts()
    (new.authors, new.isbn) = (values("author"), new.more.edition.isbn)
    (new.shelves, new.tags) = (values("shelf"), values("tag"))
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
      "Note: \(count) much like it was there already: \(others).\n"
        + "  `cairn undo` takes the new one back; "
        + "`cairn book merge \(first.shortID.text) \(ShortID(id.record).text)` makes them one."
    )
  }
}
