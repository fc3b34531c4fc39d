package import CairnHTML

/// The People page: everyone with a public climbing session, by name.
package struct PeoplePage {
  private let frame: PageFrame
  private let people: [Person]
  private let next: String?

  /// Creates the page; `next` is the cursor of the next one.
  package init(frame: PageFrame, people: [Person], next: String?) {
    (self.frame, self.people, self.next) = (frame, people, next)
  }

  package var html: HTML {
    frame.page(
      "People",
      in: .settings,
      hue: .climbing,
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

  private func row(_ person: Person) -> HTML {
    """
    <li class="row"><div><a class="whole" href="\(person.publicPath)"><strong><bdi>\(person.displayName)\
    </bdi></strong></a>\(fragment: person.id == frame.person?.id ? "<span class=\"quiet\">you</span>" : nil)\
    </div></li>

    """
  }

  private func more(_ name: String) -> HTML {
    NextPage("More", "/people?after=\(PercentCoding.encoded(name))").html
  }
}
