/// A searchable field; its name is stored in the table `search_word`.
struct SearchField: Sendable, Hashable {
  let name: String

  static let title = SearchField(name: "title")
  static let author = SearchField(name: "author")
  static let series = SearchField(name: "series")
  static let narrator = SearchField(name: "narrator")
  static let shelf = SearchField(name: "shelf")
  static let tag = SearchField(name: "tag")
  static let notes = SearchField(name: "notes")
  static let review = SearchField(name: "review")
  static let reason = SearchField(name: "reason")
  static let annotation = SearchField(name: "annotation")
  static let sessionNote = SearchField(name: "session")
}
