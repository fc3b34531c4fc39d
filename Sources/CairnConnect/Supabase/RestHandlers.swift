import Cairn
import CairnAccounts
import CairnHTTP
import CairnStore

/// The handlers of `/rest/v1`: rows as PostgREST serves them (spec/ecosystem.md 2.3).
enum RestHandlers {
  private static let tables: [any RowTable] = [
    RecordRows<Session<Climbing>>("sessions") { $0.kind == Climbing.kind },
    RecordRows<Climb>("climbs") { $0.session != nil }, RecordRows<Attempt>("attempts"),
    RecordRows<TagMark>("technique_impacts") { $0.tag.category == .hold },
    RecordRows<TagMark>("skill_impacts") { $0.tag.category == .skill },
    RecordRows<TagMark>("wall_style_impacts") { $0.tag.category == .wall },
    TagRows(name: "technique_tags", category: .hold),
    TagRows(name: "skill_tags", category: .skill),
    TagRows(name: "wall_style_tags", category: .wall), ProfileRows(),
  ]

  static let select = ConnectedEndpoint(
    .authenticated { context in
      let (table, owner) = (try table(context), try await AppSession(context).owner)
      let query = try RowQuery(context, types: table.types)
      let now = context.now
      let rows = try await context.log.readChanged {
        try query.matching(table.rows(query.id, in: $0, owner), at: now)
      }
      return try RestResponse(context).response(to: query, rows)
    }
  ).anonymously { context in
    // An app asks whether a handle is taken before it signs up; an empty answer reveals nothing.
    _ = try context.accountService()
    guard let table = try? table(context) as? ProfileRows else { throw CairnError.notSignedIn }
    return try RestResponse(context).response(to: RowQuery(context, types: table.types), [])
  }

  static let insert = ConnectedEndpoint(
    .authenticated { context in
      let (table, session) = (try table(context), try await AppSession(context))
      let query = try RowQuery(context, types: table.types)
      let (response, body) = (try RestResponse(context), try RowBody(context, table))
      try query.requireKey(of: table)
      let (rows, added) = try await context.log.write { writer in
        var (rows, added) = ([Row](), 0)
        for values in body.rows {
          let known = try table.row(of: values, in: writer.changedRecords, session.owner)
          guard try response.resolution.writes(values, over: known) else { continue }
          rows.append(try table.upsert(values, in: writer, session.owner))
          added += known == nil ? 1 : 0
        }
        if rows.count > 1 { writer.title = "\(rows.count) rows from \(session.name)" }
        return (rows, added)
      }
      if table.name == "sessions" { try await session.report(sessions: added) }
      return try response.response(added > 0 ? .created : .ok, rows, query)
    }
  )

  static let update = ConnectedEndpoint(
    .authenticated { context in
      let table = try table(context)
      let values = try RowBody(context, table).only
      return try await change(context, table) { row in
        try row.requireSame(table.identity, in: values)
        return values
      }
    }
  )

  static let delete = ConnectedEndpoint(
    .authenticated { context in
      let now = context.now.rowValue
      return try await change(context, try table(context)) { row in
        row["deleted_at"] == .null ? ["deleted_at": now] : [:]
      }
    }
  )

  private static func change(
    _ context: any AuthenticatedRequest,
    _ table: any RowTable,
    _ changes: @escaping @Sendable (Row) throws -> [String: RowValue]
  ) async throws -> HTTPResponse {
    let owner = try await AppSession(context).owner
    let query = try RowQuery(context, types: table.types)
    let response = try RestResponse(context)
    guard query.isFiltered else {
      throw DialectError(.badRequest, "a change of rows requires a filter", code: "21000")
    }
    let rows = try await context.log.write { writer in
      let all = try table.rows(query.id, in: writer.changedRecords, owner)
      return try query.page(of: query.matching(all, at: writer.now)).map { row in
        let values = row.values(of: table.identity).merging(try changes(row)) { $1 }
        return try table.upsert(values, in: writer, owner)
      }
    }
    return try response.response(.ok, rows, query)
  }

  private static func table(_ context: any ConnectedRequest) throws -> any RowTable {
    let name = context.captures["table"] ?? ""
    guard let table = tables.first(where: { $0.name == name }) else {
      throw DialectError(
        .notFound,
        "Could not find the table 'public.\(name.prefix(60))' in the schema cache",
        code: "PGRST205"
      )
    }
    return table
  }
}
