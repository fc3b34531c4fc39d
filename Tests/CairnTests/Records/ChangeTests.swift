import Cairn
import CairnTestKit
import Testing

@Suite struct `The changes of a mutation` {
  @Test(arguments: SeededGenerator.seeds)
  func `survive JSON`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let changes = (0..<random.number(0...4)).map { _ in
        Change(
          kind: RecordKind(random.pick(["session", "work", "a \"kind\""])),
          id: RecordID(high: random.next(), low: random.next()),
          set: random.fields(),
          was: random.fields()
        )
      }
      #expect(try Change.list(json: Change.json(changes)) == changes)
    }
  }

  static let id = "0198f0aa-1c2d-7e3f-8a9b-0c1d2e3f4a5b"

  @Test func `are readable with unknown keys of a newer version`() throws {
    let json = """
      [{"new":[1,{"x":2}],"id":"\(Self.id)","was":{},"set":{"a":1},"kind":"work"}]
      """
    let changes = try Change.list(json: json)
    #expect(changes.map(\.kind.name) == ["work"])
    #expect(changes.first?.set["a"] == .integer(1))
  }

  @Test(arguments: [
    #"[{"id":"\#(id)","set":{},"was":{}}]"#, #"[{"kind":"work","set":{},"was":{}}]"#,
    #"[{"kind":"work","id":"x","set":{},"was":{}}]"#, #"[{"kind":1,"id":"\#(id)"}]"#,
    #"[{"kind":"work","id":"\#(id)","set":[]}]"#, #"{"kind":"work","id":"\#(id)"}"#, "[", "[]]",
  ])
  func `are rejected if a part is missing or invalid`(json: String) {
    #expect(throws: JSONError.self) { try Change.list(json: json) }
  }

  @Test func `make a history entry of their own unless they belong to one`() {
    let id = RecordID(high: 1, low: 1)
    let entry = RecordID(high: 1, low: 2)
    let stamp = Stamp(time: 1, node: 1)
    let now = Instant(milliseconds: 1)
    let alone = Mutation(id: id, stamp: stamp, at: now, title: "Start", changes: [])
    #expect(alone.entry == id && alone.part == 1 && alone.undoes == nil)
    let one = Mutation(
      id: id,
      stamp: stamp,
      at: now,
      title: "Import",
      entry: entry,
      part: 2,
      changes: []
    )
    #expect(one.entry == entry && one.part == 2)
  }
}
