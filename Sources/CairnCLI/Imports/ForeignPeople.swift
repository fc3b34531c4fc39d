import Cairn
import CairnSQL

/// The people who listened, in a database shared by several.
struct ForeignPeople {
  private let people: [(id: SQLValue, name: String)]

  /// Runs a `query` that returns an ID and a name per person.
  init(_ query: SQL, _ connection: any SQLConnection) throws {
    people = try connection.all(query) { row in
      let id = try row.value(0)
      let name = try row.value(1)
      return (id, Self.text(name) ?? Self.text(id) ?? "")
    }
  }

  /// Returns the ID of the chosen person; nil if nobody listened; throws `input.person_required`.
  func id(_ person: String?) throws(CairnError) -> SQLValue? {
    guard let person else {
      guard people.count < 2 else { throw unclear }
      return people.first?.id
    }
    guard let found = people.first(where: { $0.name == person || Self.text($0.id) == person })
    else { throw unknown(person) }
    return found.id
  }

  private static func text(_ value: SQLValue) -> String? {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    default: nil
    }
  }

  private func unknown(_ person: String) -> CairnError {
    CairnError(
      "input.person_required",
      people.isEmpty
        ? "The file has no listening sessions."
        : "“\(person.prefix(80))” is not a user in the file: \(all).",
      hint: people.isEmpty ? "Choose another file." : "Choose your user with --person NAME."
    )
  }

  private var unclear: CairnError {
    CairnError(
      "input.person_required",
      "The file has sessions of several users: \(all).",
      hint: "Choose your user with --person NAME."
    )
  }

  private var all: String { people.prefix(20).map(\.name).joined(separator: ", ") }
}
