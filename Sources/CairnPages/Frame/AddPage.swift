package import Cairn
package import CairnHTML
package import CairnReports

/// What the plus opens: a past session in one line or in fields, and everything that can be started or added.
package struct AddPage {
  private let frame: PageFrame
  private let modules: [KindModule]
  private let likely: LikelySubjects
  private let understood: UnderstoodLine?
  private let formError: FormError?

  /// Creates the page; `understood` is the line typed so far.
  package init(
    frame: PageFrame,
    modules: [KindModule],
    likely: LikelySubjects,
    understood: UnderstoodLine? = nil,
    formError: FormError? = nil
  ) {
    (self.frame, self.modules, self.likely) = (frame, modules, likely)
    (self.understood, self.formError) = (understood, formError)
  }

  package var html: HTML {
    frame.page(
      "Log something",
      in: .add,
      """
      <header class="head"><h1>Log something</h1></header>
      <div class="columns"><div class="stack">
      \(fragment: line.html)
      <p class="or"><span>or fill it in</span></p>
      \(fragment: past.html)
      </div><div class="stack">
      <section aria-labelledby="begin"><h2 id="begin">Start now</h2>
      <ul class="chips">\(fragment: HTML(modules.map(start)))</ul></section>
      <section aria-labelledby="add"><h2 id="add">Add</h2>
      <ul class="chips">\(fragment: HTML(Self.records.map(item)))</ul></section>
      </div></div>
      """
    )
  }

  private var line: TypedLineForm {
    TypedLineForm(frame: frame, understood: understood, formError: formError.at(.typedLine))
  }

  private var past: PastSessionForm {
    PastSessionForm(frame: frame, modules: modules, likely: likely, formError: formError.at(.past))
  }

  private struct Item {
    let hue: Hue?
    let title: String
    var note: String?
    let path: String
  }

  private static let records = [
    Item(hue: .reading, title: "Book", path: "/shelf#new-book"),
    Item(hue: .listening, title: "Story", path: "/stories#new-story"),
    Item(hue: nil, title: "Import", path: "/import"),
  ]

  /// The way to start a kind, or to its session that is open.
  private func start(_ module: KindModule) -> HTML {
    let title = module.verb.capitalizedFirst
    let open = frame.open.first { $0.kind == module.kind }
    return item(
      Item(
        hue: Hue(module.kind),
        title: title,
        note: open?.subject,
        path: open?.openPath ?? path(module)
      )
    )
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
    <li><a class="\((item.hue ?? .other).name)" href="\(item.path)">\(fragment: (item.hue ?? .other).icon.html)\
    <b>\(item.title)</b>\(fragment: item.note.map { " <span><bdi>\($0)</bdi></span>" })</a></li>
    """
  }
}
