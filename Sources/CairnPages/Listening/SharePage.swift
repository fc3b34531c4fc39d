package import Cairn
package import CairnHTML
import CairnInsights

/// The page that creates, lists and revokes links to a person's listening.
package struct SharePage {
  private let frame: PageFrame
  private let shares: [ListeningShare]
  private let link: String?
  private let path: String?
  private let formError: FormError?

  /// Creates the page; `link` is the address of a new link, and `path` its path.
  package init(
    frame: PageFrame,
    shares: [ListeningShare],
    link: String?,
    path: String?,
    formError: FormError?
  ) {
    (self.frame, self.shares) = (frame, shares)
    (self.link, self.path, self.formError) = (link, path, formError)
  }

  package var html: HTML {
    frame.page(
      "Share my listening",
      in: .insights,
      isLive: false,
      hue: .listening,
      """
      <header class="head"><h1>Share my listening</h1>\
      <a class="button" href="/listening">Listening</a></header>
      \(fragment: made)
      \(fragment: form)
      \(fragment: shares.isEmpty ? nil : list)
      """
    )
  }

  /// The new link, which is shown only once.
  private var made: HTML? {
    guard let link, let path else { return nil }
    return """
      <section class="card" aria-labelledby="made" role="status"><h2 id="made">Your link</h2>
      <p>Copy it now. You won’t see it again.</p>
      <div class="field"><label for="link">Link</label>
      <input id="link" readonly value="\(link)" autofocus></div>
      <p class="actions"><button type="button" data-copies="link" hidden>Copy link</button>
      <a class="button primary" href="\(path)">Preview</a>
      <a class="button" href="\(path)/listening.svg" download="cairn-listening.svg">Save as image</a></p></section>
      """
  }

  private var form: HTML {
    let ranges: [(ListeningRange, String)] = [
      (.week, "Last 7 days"), (.month, "Last 30 days"), (.year, "Last 365 days"), (.all, "All"),
    ]
    let lifetimes = [("1", "1 day"), ("7", "7 days"), ("30", "30 days"), ("90", "90 days")]
    return """
      <form class="form card" method="post" action="/listening/share">
      \(fragment: frame.key("share"))
      \(fragment: formError.map { alert($0.error) })
      <p>A link shows a page and an image of your listening, nothing else. Anyone with the link \
      can see them until it expires or you revoke it.</p>
      \(fragment: RadioGroup(name: "range", label: "Period", picks: ranges.map { .init($0.0.rawValue, $0.1) }, chosen: formError?.typed["range"] ?? "month").html)
      \(fragment: Field.choice("lifetime", "Expires after", lifetimes, formError?.typed["lifetime"] ?? "7"))
      <label class="check"><input type="checkbox" name="titles" value="yes"\(flag: "checked", formError?.typed["titles"] == "yes")> \
      Include story titles</label>
      <p class="quiet">Notes, places and times of day are never shown.</p>
      <button class="wide primary">Create link</button></form>
      """
  }

  private var list: HTML {
    """
    <section aria-labelledby="links"><h2 id="links">Your links</h2>
    <ul class="rows card">\(fragment: HTML(shares.map(row)))</ul></section>
    """
  }

  private func row(_ share: ListeningShare) -> HTML {
    let days =
      "\(CalendarText.day(share.days.lowerBound)) to \(CalendarText.day(share.days.upperBound))"
    let state =
      share.end > frame.clock.now
      ? "expires \(CalendarText.day(frame.clock.zone.day(at: share.end)))" : "expired"
    return """
      <li class="row"><div><strong>\(days)</strong>
      <span class="quiet">created \(frame.clock.text(share.made)), \(state)\(share.hasTitles ? ", with titles" : "")</span></div>
      <form method="post" action="/listening/share/\(share.id.record.text)/revoke">
      \(fragment: frame.key("revoke-\(ShortID(share.id.record).text)"))
      <button aria-label="Revoke the link for \(days)">Revoke</button></form></li>

      """
  }
}
