import Cairn
import CairnActions
import CairnJSON
import CairnReports

extension BookChoice {
  static let members = [
    SchemaField(
      "title",
      .text,
      "the title of the book or story; a title that resembles none on the shelf adds a new one"
    ),
    SchemaField("book", .id, "or the id of a book"),
    SchemaField("new", .bool, "add a new book even if the title resembles others"),
    SchemaField("authors", .list(.text, limit: 20), "the authors of a new book"),
    SchemaField("pages", .integer, "the page count of a new book"),
  ]

  /// Reads `book`, or `title` with the details of a new book; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    let new = NewBook(
      title: input.text("title") ?? "",
      authors: input.texts("authors") ?? [],
      pages: input.integer("pages")
    )
    let id = input.id("book")
    guard (id == nil) != new.title.isEmpty else {
      throw .field("book", "or “title” is needed, and not both")
    }
    self.init(new, isNew: input.bool("new"))
    self.id = id.map { Identifier($0) }
  }
}

extension StoryChoice {
  static let members = [
    SchemaField("story", .text, "the id of a story"),
    SchemaField("author", .text, "the author, for a new story or if stories share a title"),
  ]

  /// Reads `story`, or `title` with the details of a new story; throws `request.field`.
  init(_ input: Input) throws(CairnError) {
    var new = NewStory(title: input.text("title") ?? "")
    new.author = input.text("author")
    let id = input.text("story").map { Story.id(client: $0) }
    guard (id == nil) != new.title.isEmpty else {
      throw .field("story", "or “title” is needed, and not both")
    }
    self.init(new)
    self.id = id
  }
}
