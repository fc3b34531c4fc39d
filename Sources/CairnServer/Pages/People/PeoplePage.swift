import Cairn
import CairnAccounts
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The People page: everyone with a public climbing session, by name.
struct PeoplePage {
  private let frame: PageFrame
  private let people: [Account]
  private let next: String?

  init(_ context: AuthenticatedContext) async throws {
    try context.allowQuery(["after"])
    (people, next) = try await context.people(after: context.target.query["after"], 50)
    frame = try await PageFrame(context)
  }

  var html: HTML {
    frame.page(
      "People",
      in: .settings,
      """
      <header class="head"><h1>People</h1>
      <p class="quiet">People who share their climbing on this server</p></header>
      \(fragment: people.isEmpty ? empty : list)
      \(fragment: next.map(more))
      """
    )
  }

  private var empty: HTML {
    EmptyState(
      "No shared sessions yet.",
      "A climbing session is private until you set its visibility to “Everyone here”.",
      ("Your sessions", "/history")
    ).html
  }

  private var list: HTML {
    "<ul class=\"rows card\">\(fragment: HTML(people.map(row)))</ul>"
  }

  private func row(_ person: Account) -> HTML {
    """
    <li class="row"><div><a class="whole" href="\(person.publicPath)"><strong><bdi>\(person.displayName)\
    </bdi></strong></a>\(fragment: person.id.record == frame.person?.id ? "<span class=\"quiet\">you</span>" : nil)\
    </div></li>

    """
  }

  private func more(_ name: String) -> HTML {
    """
    <p class="more"><a class="button" href="/people?after=\(PercentCoding.encoded(name))" rel="next">More</a></p>
    """
  }
}

extension Account {
  /// The page of the person's public sessions.
  var publicPath: String { Person(self).publicPath }
}

extension Person {
  /// The person of an account.
  init(_ account: Account) { self.init(id: account.id.record, name: account.name) }
}
