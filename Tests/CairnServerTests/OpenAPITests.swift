import Cairn
import CairnHTTP
import CairnJSON
import CairnReports
import Testing

@testable import CairnServer

@Suite struct `The description of the API` {
  @Test func `has every route of the API`() async throws {
    try await ServedLog.run { served in
      let json = try await served.client.ask(.get, "/api/v1/openapi.json").json()
      #expect(try await served.client.ask(.get, "/api/openapi.json").json() == json)
      guard case .object(let paths)? = json["paths"] else { return #expect(Bool(false)) }
      for route in Server.routes.routes where route.pattern.hasPrefix("/api/") {
        let path = paths.first { $0.key == route.pattern }
        let operation = path?.value[route.method.name.lowercased()]
        #expect(operation != nil, "\(route.method.name) \(route.pattern)")
      }
    }
  }

  @Test func `has unique operation names`() {
    let document = OpenAPI.document(version: "1.2.3")
    guard case .object(let paths)? = document["paths"] else { return #expect(Bool(false)) }
    let names = paths.flatMap { path -> [String] in
      guard case .object(let operations) = path.value else { return [] }
      return operations.compactMap { operation in
        guard case .string(let name)? = operation.value["operationId"] else { return nil }
        return name
      }
    }
    #expect(Set(names).count == names.count)
    #expect(names.count > 60)
  }

  @Test func `refers only to schemas that exist`() {
    let text = OpenAPI.document(version: "1.2.3").text
    let parts = text.split(separator: "#/components/schemas/").dropFirst()
    let named = Set(parts.map { $0.prefix { $0 != "\"" } })
    for name in named { #expect(text.contains("\"\(name)\":{"), "\(name)") }
    #expect(named.count > 10)
  }

  static let flaws: [(shape: JSONSchema, json: String, isRight: Bool)] = [
    (.text, #""a""#, true), (.text, "1", false), (.text(limit: 2), #""abc""#, false),
    (.string, #""a\u0000""#, false), (.id, #""7""#, false),
    (.id, #""01a1fe05-0877-7d2d-a80a-90ec3e1b50cf""#, true), (.instant, #""now""#, false),
    (.instant, #""2026-01-05T18:00:00+01:00""#, true), (.day, #""2026-02-30""#, false),
    (.date, #""2026-02""#, true), (.date, #""2026-13""#, false), (.bool, "0", false),
    (.integer(1...5), "6", false), (.integer(1...5), "5", true), (.integer, "1.0", false),
    (.choice(["a"]), #""b""#, false), (.optional(.bool), "null", true), (.bool, "null", false),
    (.list(.bool, limit: 1), "[true,true]", false), (.list(.bool), "[1]", false),
    (["a": .bool], "{}", false), (["a": .bool], #"{"a":true,"b":1}"#, false),
    (["a": .bool], #"{"a":true}"#, true), (.named("A", .bool), "true", true),
    (.anything, "[null]", true),
  ]

  @Test(arguments: flaws.indices)
  func `validates JSON against its schemas`(index: Int) throws {
    let (shape, json, isRight) = Self.flaws[index]
    #expect((shape.violation(in: try JSON(parsing: Array(json.utf8))) == nil) == isRight, "\(json)")
  }
}
