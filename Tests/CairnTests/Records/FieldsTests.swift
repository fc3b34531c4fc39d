import Cairn
import CairnTestKit
import Testing

@Suite struct `The fields of a record` {
  @Test(arguments: SeededGenerator.seeds)
  func `equal a dictionary, sorted by name`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var fields = Fields()
    var expected: [String: FieldValue] = [:]
    for _ in 0..<300 {
      let name = String(random.number(0...40))
      let value = random.value()
      fields[name] = value
      expected[name] = value
      #expect(fields.members.map(\.name) == expected.keys.sorted())
      #expect(fields.members.allSatisfy { expected[$0.name] == $0.value })
    }
    #expect((0...50).allSatisfy { fields[String($0)] == expected[String($0)] ?? .null })
    #expect((0...50).allSatisfy { fields.contains(String($0)) == (expected[String($0)] != nil) })
  }

  @Test func `distinguish a cleared field from one that was never set`() {
    var fields = Fields()
    #expect(fields.isEmpty && fields["note"] == .null && !fields.contains("note"))
    fields["note"] = .null
    #expect(!fields.isEmpty && fields["note"] == .null && fields.contains("note"))
    #expect(fields != Fields())
  }

  @Test func `change only where a value differs`() {
    var before = Fields()
    before["kept"] = .integer(1)
    before["cleared"] = .text("old")
    before["untouched"] = .bool(true)
    var after = Fields()
    after["kept"] = .integer(1)
    after["cleared"] = .null
    after["new"] = .text("new")
    after["nothing"] = .null
    #expect(before.changes(to: after).members.map(\.name) == ["cleared", "new"])
    #expect(before.changes(to: after)["cleared"] == .null)
  }

  @Test(arguments: SeededGenerator.seeds)
  func `equal the newer ones after applying the changes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var fields = random.fields()
      let newer = random.fields()
      for (name, value) in fields.changes(to: newer).members { fields[name] = value }
      #expect(newer.members.allSatisfy { fields[$0.name] == $0.value })
      #expect(fields.changes(to: newer).isEmpty)
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func `survive JSON`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let fields = random.fields()
      #expect(try Fields(json: fields.json) == fields)
    }
  }

  @Test func `have one stored form`() {
    var fields = Fields()
    fields["b"] = .integer(1)
    fields["a"] = .text("x")
    fields["c"] = .null
    fields["d"] = .bool(false)
    #expect(fields.json == #"{"a":"x","b":1,"c":null,"d":false}"#)
  }

  @Test(arguments: [#"{"a":[]}"#, #"{"a":{}}"#, #"{"a":1.5}"#, "[]", "{}x", ""])
  func `are rejected with anything but scalars`(json: String) {
    #expect(throws: JSONError.self) { try Fields(json: json) }
  }

  @Test func `return values of the requested type`() throws {
    var fields = Fields()
    let id = Identifier<Work>(RecordID(high: 1, low: 2))
    fields.set("text", "x")
    fields.set("integer", 7 as Int64)
    fields.set("bool", true)
    fields.set("instant", Instant.earliest)
    fields.set("id", id)
    #expect(try fields.text("text") == "x")
    #expect(try fields.integer("integer") == 7)
    #expect(try fields.bool("bool") == true)
    #expect(try fields.instant("instant") == .earliest)
    #expect(try fields.id("id") == id)
  }

  @Test func `return nil for a null and keep the name`() throws {
    var fields = Fields()
    fields.set("a", nil as String?)
    fields.set("b", nil as Identifier<Work>?)
    fields.set("c", nil as Instant?)
    #expect(fields.members.map(\.name) == ["a", "b", "c"])
    #expect(try fields.text("a") == nil)
    #expect(try fields.id("b") as Identifier<Work>? == nil)
    #expect(try fields.instant("c") == nil)
  }

  @Test func `are malformed with another type, and the error names it`() {
    var fields = Fields()
    fields["x"] = .bool(true)
    fields["id"] = .text("not an id")
    let errors = [
      code { () throws(CairnError) in _ = try fields.text("x") },
      code { () throws(CairnError) in _ = try fields.integer("x") },
      code { () throws(CairnError) in _ = try fields.instant("x") },
      code { () throws(CairnError) in _ = try fields.id("x") as Identifier<Work>? },
      code { () throws(CairnError) in _ = try fields.id("id") as Identifier<Work>? },
      code { () throws(CairnError) in _ = try fields.day("id") },
      code { () throws(CairnError) in _ = try fields.position("id") },
      code { () throws(CairnError) in _ = try fields.required("y", fields.text("y")) },
    ]
    #expect(errors.allSatisfy { $0 == "record.malformed" })
    #expect(Fields.malformed("x", "text").message.contains("“x”"))
  }
}
