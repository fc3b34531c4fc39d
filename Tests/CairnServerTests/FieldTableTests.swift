import Cairn
import CairnActions
import CairnJSON
import Foundation
import Testing

@testable import CairnServer

/// The tables of fields in docs/api.md are those of the acts (ADR 36).
@Suite struct `A table of fields in docs/api.md` {
  private static let tables: [[SchemaField]] = [
    SessionFields.start.members.filter { member in
      let others = (StoryChoice.fields + ListeningEdit.fields + ClimbingEdit.fields).map(\.key)
      return member.name == "title" || !others.contains(member.name)
    },
    StopSession.fields.dropLast(ListeningEdit.fields.count + ClimbingEdit.fields.count)
      .map(\.schemaField),
    ListeningEdit.fields.schemaFields, ClimbingEdit.fields.schemaFields,
    NewClimb.fields.schemaFields, NewBook.fields.schemaFields,
  ]

  @Test(arguments: tables.indices)
  func `lists names, types and meanings`(index: Int) throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let page = try String(contentsOf: root.appending(path: "docs/api.md"), encoding: .utf8)
    let table = Self.tables[index].map {
      "| `\($0.name)` | \(type(of: $0.schema)) | \($0.meaning) |"
    }
    #expect(page.contains(table.joined(separator: "\n")), "\(table.joined(separator: "\n"))")
  }

  private func type(of schema: JSONSchema) -> String {
    switch schema {
    case .integer: "number"
    case .bool: "boolean"
    case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .list: "list of strings"
    case .formatted(let form) where form.format == "date-time": "time"
    default: "string"
    }
  }
}
