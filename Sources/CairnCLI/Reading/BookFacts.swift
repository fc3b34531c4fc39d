import Cairn
import CairnActions

/// Options that describe a book, for adding and for editing.
extension Option {
  static var bookFacts: [Option] {
    [
      Option(BookEdit.Fields.authors, as: "author", "An author; repeat for several."),
      .emptyClears(BookEdit.Fields.series, placeholder: "NAME"),
      .emptyClears(BookEdit.Fields.seriesNumber, as: "number", placeholder: "N"),
      .emptyClears(BookEdit.Fields.firstYear, as: "first-published", placeholder: "YEAR"),
    ] + editionFacts + [
      .owned("You own it."), .borrowed("You borrowed it."), .emptyClears(BookEdit.Fields.notes),
      .emptyClears(BookEdit.Fields.review),
    ]
  }

  static var editionFacts: [Option] {
    [
      .emptyClears(EditionEdit.Fields.pages, as: "page-count"),
      .emptyClears(EditionEdit.Fields.isbn, placeholder: "ISBN"),
      .emptyClears(EditionEdit.Fields.format, placeholder: "WORD"),
      .emptyClears(EditionEdit.Fields.publisher, placeholder: "NAME"),
      .emptyClears(EditionEdit.Fields.year, as: "published", placeholder: "YEAR"),
      .emptyClears(EditionEdit.Fields.language, placeholder: "WORD"),
    ]
  }

  private static func emptyClears(
    _ field: InputField,
    as name: String? = nil,
    placeholder: String? = nil
  ) -> Option {
    var option = Option(field, as: name, placeholder: placeholder)
    option.emptyClears = true
    return option
  }
}

extension Invocation {
  /// Returns the edit from ``Option/bookFacts``; an empty value clears.
  ///
  /// Throws `usage.value`, `usage.ownership`, and `isbn.…` for an invalid ISBN.
  func bookFacts() throws(CairnError) -> BookEdit {
    var edit = try BookEdit(self)
    edit.isBorrowed = try isBorrowed()
    return edit
  }
}
