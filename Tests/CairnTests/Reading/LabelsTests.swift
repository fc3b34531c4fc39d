import Cairn
import Testing

@Suite struct `The shelves and tags of a book` {
  @Test(arguments: LabelKind.all)
  func `contain each name once, ignoring case and accents`(kind: LabelKind) throws {
    var entry = try book().entry
    for name in ["Café", " Book club ", "cafe", "BOOK CLUB"] { try entry.add(name, to: kind) }
    #expect(entry[kind] == ["Café", "Book club"])
    let removed = [entry.remove("CAFE", from: kind), entry.remove("cafe", from: kind)]
    #expect(removed == [true, false])
    #expect(entry[kind] == ["Book club"])
    #expect(entry[kind == .shelf ? .tag : .shelf] == [])
  }

  @Test(arguments: [
    ("a", "z", ["z", "b", "c"]), ("A", "a", ["a", "b", "c"]), ("a", "C", ["C", "b"]),
    ("c", "a", ["b", "a"]), ("x", "y", ["a", "b", "c"]),
  ])
  func `can be renamed without duplicates`(
    old: String,
    new: String,
    rest: [String]
  ) throws {
    var entry = try book().entry
    entry.tags = ["a", "b", "c"]
    try entry.rename(old, to: new, in: .tag)
    #expect(entry.tags == rest)
  }

  @Test(arguments: ["", "  ", "a\nb", "\t", String(repeating: "x", count: 201)])
  func `reject an invalid name`(name: String) throws {
    var entry = try book().entry
    let before = entry
    let error = #expect(throws: CairnError.self) { try entry.add(name, to: .shelf) }
    #expect(error?.code == "reading.invalid_name")
    #expect(entry == before)
  }

  @Test func `are stored and read back`() throws {
    var entry = try book().entry
    (entry.shelves, entry.tags) = (["Book club", "Café"], ["classic"])
    entry.mergedInto = Identifier(RecordID(high: 1, low: 2))
    var fields = Fields()
    entry.write(to: &fields)
    #expect(try Entry(recordID: entry.recordID, fields: fields) == entry)
  }
}
