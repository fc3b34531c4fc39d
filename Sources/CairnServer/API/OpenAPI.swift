import Cairn
import CairnConnect
import CairnHTTP
import CairnInsights
import CairnJSON
import CairnStore
import CairnTransfer

/// The OpenAPI 3.1 description of the API, generated from the route table.
enum OpenAPI {
  static let show = Endpoint.unauthenticated("Get this API description.", gives: .json(.anything)) {
    context in
    let dependencies = context.server.dependencies
    return HTTPResponse(
      document(
        version: dependencies.version,
        base: dependencies.base,
        modules: dependencies.modules
      )
    )
  }

  /// Returns the complete document.
  static func document(
    version: String,
    base: BasePath = .none,
    modules: [KindModule] = Log.kinds.map(\.module)
  ) -> JSON {
    let routes = Server.routes(modules).routes.filter { $0.handler.operation != nil }
    return .members(
      ("openapi", .string("3.1.0")),
      (
        "info",
        .members(
          ("title", .string("Cairn")),
          ("version", .string(version)),
          ("description", .string("A private log of reading, listening and climbing sessions.")),
          (
            "license",
            .members(("name", .string("Apache-2.0")), ("identifier", .string("Apache-2.0")))
          )
        )
      ),
      ("servers", .array([.members(("url", .string(base == .none ? "/" : base.text)))])),
      ("paths", .object(paths(routes, modules))),
      (
        "components",
        .members(
          ("schemas", .object(schemas(routes, modules))),
          ("responses", .object(APIDialect.allCases.map { .init($0.refusalName, refusal($0)) }))
        )
      )
    )
  }

  private static func paths(
    _ routes: [Route<Endpoint>],
    _ modules: [KindModule]
  ) -> [JSON.Member] {
    var paths: [JSON.Member] = []
    for pattern in routes.map(\.pattern) where !paths.contains(where: { $0.key == pattern }) {
      let own = routes.filter { $0.pattern == pattern }
      let members = own.compactMap { route in
        route.handler.operation.map { operation in
          JSON.Member(route.method.name.lowercased(), json(operation, route, modules))
        }
      }
      paths.append(JSON.Member(pattern, .object(members)))
    }
    return paths
  }

  private static func schemas(
    _ routes: [Route<Endpoint>],
    _ modules: [KindModule]
  ) -> [JSON.Member] {
    let shapes =
      routes.compactMap { $0.handler.operation?.response.schema }
      + APIDialect.allCases.map(\.refusal)
    var named = shapes.reduce(into: [:]) { $0.merge($1.named) { first, _ in first } }
    named[SessionReport.detailsName] = modules.detailsSchema
    return named.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) }
  }

  private static func refusal(_ surface: APIDialect) -> JSON {
    let own = JSON.Member(
      "application/problem+json",
      .members(("schema", JSONSchema.problem.json))
    )
    let theirs = JSON.Member("application/json", .members(("schema", surface.refusal.json)))
    return .members(
      ("description", .string("An error; nothing was changed.")),
      // A request that is too large is rejected before its API dialect is known.
      ("content", .object(surface == .own ? [own] : [theirs, own]))
    )
  }
}

extension OpenAPI {
  private static func json(
    _ operation: Operation,
    _ route: Route<Endpoint>,
    _ modules: [KindModule]
  ) -> JSON {
    let segments = route.pattern.split { !$0.isLetter }
    let parts = segments.dropFirst(["auth", "batch"].contains(segments.dropFirst().first) ? 1 : 2)
    let name = parts.joined(separator: "_")
    var members: [JSON.Member] = [
      .init("operationId", .string("\(route.method.name.lowercased())_\(name)")),
      .init("summary", .string(operation.summary)),
      .init("tags", .array([.string(String(parts.first ?? ""))])),
      .init("parameters", .array(parameters(operation, route, modules))),
    ]
    let surface = APIDialect(target: route.pattern)
    // Listening apps may send a body with any request.
    if !route.method.isSafe, surface == .own || !operation.body.isEmpty {
      members.append(.init("requestBody", body(operation, surface)))
    }
    members.append(.init("responses", .object(responses(operation, route))))
    return .object(members)
  }

  private static func parameters(
    _ operation: Operation,
    _ route: Route<Endpoint>,
    _ modules: [KindModule]
  ) -> [JSON] {
    let formats = JSONSchema.choice(ExportFormat.all(modules).map(\.name))
    let path = route.names.map { name in
      let schema = name == "format" ? formats : pathParameters[name]
      return parameter(SchemaField(required: name, schema ?? .id), in: "path")
    }
    let query = operation.query.map { parameter($0, in: "query") }
    let fields = route.method.isSafe ? [] : [key] + (operation.isConditional ? [match] : [])
    return path + query + fields.map { parameter($0, in: "header") }
  }

  private static func parameter(_ member: SchemaField, in location: String) -> JSON {
    .members(
      ("name", .string(member.name)),
      ("in", .string(location)),
      ("required", .bool(member.isRequired)),
      ("description", .string(member.meaning)),
      ("schema", member.schema.json)
    )
  }

  /// The schemas of path parameters that are not ids.
  private static let pathParameters: [String: JSONSchema] = [
    "name": .text, "day": .day, "figure": .choice(InsightHandlers.ofSessions.map(\.name)),
    "measure": Measure.schema, "cadence": Cadence.schema,
  ]

  private static let key = SchemaField(
    "Idempotency-Key",
    .formatted(.key),
    "a unique key for this request; a retry with the same key is not applied twice"
  )

  private static let match = SchemaField(
    "If-Match",
    .text,
    "the expected ETag; the request fails with 412 if it does not match"
  )

  private static func body(_ operation: Operation, _ surface: APIDialect) -> JSON {
    let schema = JSONSchema.schema(of: operation.body, isOpen: surface != .own)
    let file = JSON.members(("type", .string("string")), ("format", .string("binary")))
    let form = JSON.members(
      ("type", .string("object")),
      ("properties", .members(("file", file), ("titles", file))),
      ("required", .array([.string("file")]))
    )
    let content =
      operation.files.isEmpty
      ? [JSON.Member("application/json", .members(("schema", schema)))]
      : operation.files.map { type in
        .init(type, .members(("schema", type.hasPrefix("multipart/") ? form : file)))
      }
    return .members(
      ("required", .bool(!operation.files.isEmpty || operation.body.contains { $0.isRequired })),
      ("content", .object(content))
    )
  }

  private static func responses(
    _ operation: Operation,
    _ route: Route<Endpoint>
  ) -> [JSON.Member] {
    let response = operation.response
    let schema = response.schema?.json ?? .members(("type", .string("string")))
    let types = response.types.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let done = response.statuses.map { status in
      let content = JSON.object(types.map { .init($0, .members(("schema", schema))) })
      return JSON.Member(
        "\(status.rawValue)",
        .members(("description", .string(status.phrase)), ("content", content))
      )
    }
    let name = "#/components/responses/" + APIDialect(target: route.pattern).refusalName
    let refusals = refusals(route).map { status in
      JSON.Member("\(status)", .members(("$ref", .string(name))))
    }
    let same = JSON.Member("304", .members(("description", .string("Not Modified"))))
    return done + (route.method.isSafe ? [same] : []) + refusals
  }

  /// Returns the error statuses that a route may return.
  static func refusals(_ route: Route<Endpoint>) -> [Int] {
    let all = [400, 401, 403, 404, 414, 421, 422, 429, 431, 503, 507]
    guard !route.method.isSafe else { return all }
    let isVersioned = route.pattern.hasPrefix("/api/v1/sync/")
    return (all + [409, 412, 413, 415] + (isVersioned ? [426] : [])).sorted()
  }
}

extension StringFormat {
  /// The format of an idempotency key.
  fileprivate static let key = StringFormat(
    format: nil,
    pattern: "^[!-~]{1,200}$",
    rule: "takes 1 to 200 letters, digits and signs"
  ) { _ in true }
}
