public import Cairn

extension Clippings {
  static let source = "clippings"

  /// Returns the plan of importing the clippings into a library.
  ///
  /// New books are added as to-read and undated, because the file has no status. An annotation is
  /// identified by its whole record, so one that was edited on the Kindle, which writes a new record,
  /// is imported again.
  public func plan(for library: LibraryIndex) -> ImportPlan {
    let groups = Dictionary(grouping: clippings, by: \.heading)
    let headings = clippings.map(\.heading).reduce(into: [String]()) { all, heading in
      if groups[heading]?.first?.line != nil, all.last != heading { all.append(heading) }
    }
    var seen: Set<String> = []
    let items = headings.filter { seen.insert($0).inserted }.flatMap { heading in
      Self.items(groups[heading] ?? [], library)
    }
    let count = counted(clippings.count, "annotation")
    let all = issues + unknown
    return ImportPlan(
      source: Self.source,
      title: "Imported \(count) from Kindle clippings",
      items: items,
      issues: all.sorted { $0.line < $1.line }
        .map { ImportIssue(line: $0.line, message: $0.message) }
    )
  }

  private static func items(_ clippings: [Clipping], _ library: LibraryIndex) -> [ImportItem] {
    guard let first = clippings.first else { return [] }
    let (title, authors) = (first.title, first.authors)
    let name = [source, first.heading]
    let id = library.work(title, author: authors.first, isbn: nil, source: name)
    let credits = authors.map { Credit(author: library.author($0)) }
    guard let work = try? Work(id: id, title: title, credits: credits) else { return [] }
    let entry = library.entry(of: id)
    var shelved = Entry(id: entry, work: id, status: .toRead, added: nil)
    (shelved.source, shelved.sourceID) = (source, first.heading)
    let records =
      [
        PlannedRecord(shelved, onlyWhenNew: ["source", "sourceID"], implied: ["status"]),
        PlannedRecord(work),
      ] + authors.map { PlannedRecord(Author(id: library.author($0), name: $0)) }
    let book = ImportItem(line: first.line, title: title, records: records)
    return [book] + clippings.map { $0.item(of: title, entry) }
  }

  /// One issue per kind of unknown part, with a count and the first example.
  private var unknown: [RowIssue] {
    let undated = clippings.filter { $0.made == nil }
    let formless = clippings.filter { $0.metadata.form == nil }
    let unclear = clippings.filter(\.metadata.isClockUnclear)
    let taken = "were read as highlights, because their type is not understood"
    return [
      Self.issue(
        unclear,
        "have a day but no time, because their time is not understood",
        "kindle.time"
      ),
      Self.issue(undated, "have no date, because their date is not understood", "kindle.undated"),
      Self.issue(formless, taken, "kindle.annotation_kind"),
    ].compactMap(\.self)
  }

  private static func issue(_ found: [Clipping], _ what: String, _ code: String) -> RowIssue? {
    guard let first = found.first else { return nil }
    let message = "\(found.count) annotations \(what), as in “\(first.metadata.line.prefix(120))”."
    return RowIssue(line: first.line, code, message)
  }
}

extension Clipping {
  fileprivate func item(of title: String, _ entry: Identifier<Entry>) -> ImportItem {
    let parts = [Clippings.source, "passage", heading, metadata.line, text ?? ""]
    var annotation = Annotation(
      id: Identifier(RecordID(derivedFrom: parts)),
      entry: entry,
      form: form
    )
    (annotation.text, annotation.page, annotation.location) = (text, page, location)
    (annotation.made, annotation.source, annotation.sourceRow) = (
      made, Clippings.source, metadata.line
    )
    let position = page.map { "page \($0)" } ?? location.map { "location \($0)" }
    return ImportItem(
      line: line,
      title: [title, position, form.name].compactMap(\.self).joined(separator: ", "),
      records: [PlannedRecord(annotation, onlyWhenNew: ["entry"])]
    )
  }
}
