import Testing

@testable import Cairn

@Suite struct `The tags of a session` {
  private func tags(_ names: String...) throws -> SessionTags {
    var tags = SessionTags()
    for name in names { try tags.add(name) }
    return tags
  }

  private func session(_ minutes: Range<Int64>, _ tags: SessionTags) throws -> Session<Knitting> {
    let start = Instant(milliseconds: 1_767_614_400_000)
    let segment = Segment(
      start: start + .minutes(minutes.lowerBound),
      end: start + .minutes(minutes.upperBound)
    )
    var session = Session(
      id: SessionID(RecordID(high: 1, low: UInt64(minutes.lowerBound))),
      detail: Knitting(),
      timeline: try Timeline(ended: [segment]),
      zone: "UTC"
    )
    session.sessionContext.tags = tags
    return session
  }

  @Test func `keep their first spelling, in alphabetical order`() throws {
    let all = try tags("Zoë", "beach", "BEACH", "zoe", "Book  club", "book-club")
    #expect(all.names == ["beach", "Book club", "Zoë"])
    #expect(all.signed == "+beach +Book club +Zoë")
    #expect(all.contains("Beach!") && !all.contains("sea"))
  }

  @Test(arguments: [("+beach", "beach"), ("#beach", "beach"), (" a\nb ", "a b"), ("2026", "2026")])
  func `are one line without a sign`(typed: String, name: String) throws {
    #expect(try tags(typed).names == [name])
  }

  @Test(arguments: [("beach", "0"), ("be\nach", nil), ("", nil)] as [(String, String?)])
  func `are refused if another program stored them under a wrong name`(
    tag: String,
    digit: String?
  ) throws {
    var fields = Fields()
    try tags("beach").write(to: &fields)
    let own = try #require(fields.names.first)
    let name = digit.map { SessionTags.prefix + String(repeating: $0, count: 32) } ?? own
    fields.set(name, tag)
    #expect(throws: CairnError.self) { try SessionTags(fields: fields) }
  }

  @Test(arguments: ["", " ", "+", "a,b", "a;b", "a\u{0}", String(repeating: "x", count: 101)])
  func `are refused with the rule`(typed: String) throws {
    #expect(throws: CairnError.self) { try tags(typed) }
  }

  @Test(arguments: [
    ("+beach", "beach"), ("+Übung", "Übung"), ("+2026", "2026"), ("+5k", "5k"), ("+1h", nil),
    ("+30", nil), ("+1:30", nil), ("+90min", nil), ("+", nil), ("++a", nil), ("beach", nil),
  ])
  func `have a plus before them where a word could be something else`(word: String, name: String?) {
    #expect(SessionTags.name(signed: word) == name)
  }

  @Test(arguments: ["30", "1h", "1:30", "90 min"])
  func `are refused if they read as a time, unless they are there already`(typed: String) throws {
    #expect(throws: CairnError.self) { try tags(typed) }
    var known = SessionTags([typed])
    try known.replace(with: [typed, "beach"])
    #expect(known.names.count == 2)
  }

  @Test func `are stored and read again, also as removed`() throws {
    var before = try session(0..<30, tags("beach", "sea"))
    let removed = ["Beach", "beach"].map { before.sessionContext.tags.remove($0) }
    #expect(removed == [true, false])
    var fields = Fields()
    before.write(to: &fields)
    let after = try Session<Knitting>(recordID: before.id.record, fields: fields)
    #expect(after == before)
    #expect(fields.members.count { $0.name.hasPrefix("tag.") } == 2)
  }

  @Test func `of two devices are joined`() throws {
    var fields = [Fields(), Fields()]
    for (index, name) in ["beach", "sea"].enumerated() {
      try session(0..<30, tags("both", name)).write(to: &fields[index])
    }
    let id = RecordID(high: 1, low: 0)
    let copies = [0, 1].map { node in
      let stamp = Stamp(time: 1, node: UInt32(node))
      return Record(kind: SessionRecord.kind, id: id, fields: fields[node], stamp: stamp)
    }
    for var record in copies {
      for copy in copies { _ = record.join(copy) }
      let joined = try Session<Knitting>(recordID: id, fields: record.fields)
      #expect(joined.sessionContext.tags.names == ["beach", "both", "sea"])
    }
  }

  @Test func `go to both parts of a split, and are united by a merge`() throws {
    var first = try session(0..<30, tags("beach"))
    let cut = first.timeline.start + .minutes(10)
    let later = try first.split(at: cut, newID: SessionID(RecordID(high: 2, low: 2)))
    #expect([first, later].map(\.sessionContext.tags.names) == [["beach"], ["beach"]])
    try first.merge(session(40..<50, tags("sea")))
    #expect(first.sessionContext.tags.names == ["beach", "sea"])
  }

  @Test func `are replaced one by one`() throws {
    var all = try tags("beach", "sea")
    try all.replace(with: ["Sea", "sun"])
    #expect(all.names == ["sea", "sun"])
  }
}
