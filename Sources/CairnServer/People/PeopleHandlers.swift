import Cairn
import CairnAccounts
import CairnJSON
import CairnReports

/// The handlers of `/api/v1/people`: public climbing sessions of other accounts.
enum PeopleHandlers {
  static let list = Endpoint(
    "List the people with public climbing sessions, by name, paginated.",
    query: [.limit(50), SchemaField("after", .text, "the `next` value of the previous page")],
    gives: ListPage<Person>.fields("people")
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    let (people, next) = try await context.people(after: context.query.text("after"), limit)
    return ListPage(rows: people.map { Person(account: $0) }, next: next)
  }

  static let sessions = Endpoint(
    "List a person’s public climbing sessions, newest first, paginated.",
    query: [.limit(50), SchemaField("before", .text, "the `next` value of the previous page")],
    gives: ListPage<PublicSessionReport>.fields("sessions")
  ) { context in
    let limit = Int(context.query.integer("limit") ?? 50)
    let (_, sessions, next) = try await context.publicSessions(context.query.text("before"), limit)
    let reports = sessions.map { PublicSessionReport($0, at: context.now) }
    return ListPage(rows: reports, next: next)
  }
}

extension AuthenticatedContext {
  /// Returns a page of people with a public session, and the cursor of the next.
  func people(after name: String?, _ limit: Int) async throws -> ([Account], next: String?) {
    let people = try await others().people(after: name, limit: limit + 1)
    return (Array(people.prefix(limit)), people.count > limit ? people[limit - 1].name : nil)
  }

  /// Returns a page of the public sessions of the person in the path, and the cursor of the next.
  func publicSessions(
    _ before: String?,
    _ limit: Int
  ) async throws -> (Account, [PublicSession], next: String?) {
    let cursor = try before.map { try SessionCursor($0).position }
    let (account, sessions) = try await others().publicSessions(
      of: captures["name"] ?? "",
      before: cursor,
      limit: limit + 1
    )
    let next = sessions.count > limit ? SessionCursor(sessions[limit - 1]).text : nil
    return (account, Array(sessions.prefix(limit)), next)
  }

  /// Returns the account service; throws `request.not_found` in single-user mode.
  private func others() throws -> AccountService {
    guard case .multiUser(let accountService) = server.tenancy else { throw CairnError.noSuchPage }
    return accountService
  }
}

/// What others see of an account.
private struct Person: JSONModel {
  let account: Account

  static let fields = JSONFields<Person>(
    named: "Person",
    [.init("name", \.account.name), .init("display_name", \.account.displayName)]
  )
}
