package import Cairn
package import CairnHTML
import CairnReports

/// What the plus opens: everything that can be started, added or imported.
package struct AddPage {
  private let frame: PageFrame
  private let modules: [KindModule]

  /// Creates the page.
  package init(frame: PageFrame, modules: [KindModule]) {
    (self.frame, self.modules) = (frame, modules)
  }

  package var html: HTML {
    frame.page(
      "Log something",
      in: .add,
      """
      <header class="head"><h1>Log something</h1></header>
      <section aria-labelledby="begin"><h2 id="begin">Start</h2>
      <ul class="rows card">\(fragment: HTML(modules.map(start)))</ul></section>
      <section aria-labelledby="add"><h2 id="add">Add</h2>
      <ul class="rows card">\(fragment: HTML(Self.records.map(item)))</ul></section>
      """
    )
  }

  private struct Item {
    let hue: Hue?
    let title: String
    let note: String
    let path: String
  }

  private static let records = [
    Item(hue: .reading, title: "Book", note: "Put it in your library", path: "/shelf#new-book"),
    Item(
      hue: .listening,
      title: "Story",
      note: "An audiobook, a story or a podcast",
      path: "/stories#new-story"
    ),
    Item(hue: nil, title: "Import", note: "A file of another app", path: "/import"),
  ]

  /// The way to start a kind, or to its session that is open.
  private func start(_ module: KindModule) -> HTML {
    let title = module.verb.capitalizedFirst
    guard let open = frame.open.first(where: { $0.kind == module.kind }) else {
      return item(
        Item(hue: Hue(module.kind), title: title, note: "Start a session", path: path(module))
      )
    }
    let note = "In progress: \(open.subject)"
    return item(Item(hue: Hue(module.kind), title: title, note: note, path: open.openPath))
  }

  private func path(_ module: KindModule) -> String {
    switch module.kind {
    case Reading.kind: "/#title"
    case Listening.kind: "/#listenTitle"
    default: "/#\(module.verb)"
    }
  }

  private func item(_ item: Item) -> HTML {
    """
    <li class="row">\(fragment: (item.hue ?? .other).badge)<div>
    <a class="whole" href="\(item.path)"><strong>\(item.title)</strong></a>
    <span class="quiet"><bdi>\(item.note)</bdi></span></div></li>
    """
  }
}
