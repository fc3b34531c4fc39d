import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// A card about a bulk deletion on another device, with buttons to restore or accept it.
struct BulkDeletionCard {
  private let deletion: BulkDeletion
  private let devices: DeviceNames
  private let frame: PageFrame

  init(_ deletion: BulkDeletion, _ devices: DeviceNames, in frame: PageFrame) {
    (self.deletion, self.devices, self.frame) = (deletion, devices, frame)
  }

  var html: HTML {
    let short = deletion.shortID.text
    return """
      <article class="card" id="deleted-\(short)" aria-labelledby="gone-\(short)">
      <h2 id="gone-\(short)">Deleted on another device: \(deletion.summary)</h2>
      <p><bdi>\(origin)</bdi>. Nothing is lost: restore it, and every device gets it back. A session that now \
      overlaps another one stays deleted.</p>
      <div class="actions">\(fragment: form("restore", "Restore all"))
      \(fragment: form("dismiss", "Keep deleted"))</div></article>
      """
  }

  /// `On another device (Phone), synced yesterday 20:40`.
  private var origin: String {
    let names = deletion.nodes.map { devices[$0] }.joined(separator: ", ")
    let others = deletion.nodes.count == 1 ? "another device" : "other devices"
    return "On \(others) (\(names)), synced \(frame.clock.text(deletion.at))"
  }

  private func form(_ way: String, _ words: String) -> HTML {
    """
    <form method="post" action="/deletions/\(deletion.id.text)/\(way)">
    \(fragment: frame.key("\(way)-\(deletion.shortID.text)"))
    <button aria-label="\(words): \(deletion.summary)">\(words)</button></form>
    """
  }
}
