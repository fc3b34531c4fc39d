import Cairn
import CairnJSON
import CairnReports
import Testing

@testable import CairnServer

@Suite struct `The fields of a JSON object` {
  private struct Reading: JSONModel {
    var day: LocalDay?
    var stars: Int64?
    var pages: [Int64] = []
    var hint: String?

    static let fields = JSONFields<Reading>(
      named: "TestReading",
      [
        .init("day", \.day),
        .init("stars", .integer(1...5), \.stars),
        .init("pages", \.pages),
        .optional("hint", meaning: "only with a hint", \.hint),
      ]
    )
  }

  private struct Shelf: JSONModel {
    var reading: Reading?

    static let fields: JSONFields<Shelf> = [
      .init("reading", \.reading),
      .list("pages", { $0.reading?.pages ?? [] }, [.init("page") { $0 }]),
    ]
  }

  @Test func `give its JSON in their order`() throws {
    let day = try #require(LocalDay(text: "2026-01-05"))
    let reading = Reading(day: day, stars: 4, pages: [1, 2], hint: "x")
    #expect(
      reading.json.text == #"{"day":"2026-01-05","stars":4,"pages":[1,2],"hint":"x"}"#
    )
    #expect(
      Shelf(reading: Reading(pages: [7])).json.text
        == #"{"reading":{"day":null,"stars":null,"pages":[7]},"pages":[{"page":7}]}"#
    )
  }

  @Test func `give its schema from the types of their values`() {
    #expect(
      Shelf.schema.json["properties"]?.text
        == ##"{"reading":{"anyOf":[{"$ref":"#/components/schemas/TestReading"},{"type":"null"}]},"##
        + #""pages":{"type":"array","items":{"type":"object","properties":{"page":{"type":"integer","#
        + #""format":"int64","minimum":0,"maximum":9223372036854775807}},"additionalProperties":false,"#
        + #""required":["page"]}}}"#
    )
  }

  @Test(arguments: [
    (#"{"day":null,"stars":null,"pages":[]}"#, true),
    (#"{"day":"2026-01-05","stars":5,"pages":[1],"hint":"x"}"#, true),
    (#"{"day":"now","stars":1,"pages":[]}"#, false), (#"{"day":null,"stars":6,"pages":[]}"#, false),
    (#"{"day":null,"stars":1,"pages":[-1]}"#, false), (#"{"day":null,"stars":1}"#, false),
  ])
  func `narrow a schema without losing null`(text: String, isValid: Bool) throws {
    let flaw = Reading.schema.violation(in: try JSON(parsing: Array(text.utf8)))
    #expect((flaw == nil) == isValid, "\(flaw ?? "valid")")
  }
}
