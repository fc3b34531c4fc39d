import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnPages
import CairnReports

extension PeoplePage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["after"])
    let (people, next) = try await context.people(after: context.target.query["after"], 50)
    let frame = try await PageFrame(context)
    self.init(frame: frame, people: people.map { Person($0) }, next: next)
  }
}

extension PersonPage {
  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["before"])
    let (account, sessions, next) =
      try await context.publicSessions(context.target.query["before"], 20)
    self.init(
      frame: try await PageFrame(context),
      person: Person(account),
      sessions: sessions,
      next: next,
      zones: SessionZones(context)
    )
  }
}

extension Person {
  /// The person of an account.
  init(_ account: Account) {
    self.init(id: account.id.record, name: account.name, displayName: account.displayName)
  }
}
