import Cairn
import CairnHTTP
import CairnInsights
import CairnStore

/// What every page needs to know of the visit it is shown to.
struct PageFrame: Sendable {
  let theme: Theme
  let clock: WallClock
  /// Names the forms of the page: sent twice, they count once.
  let key: String
  let toast: Toast?
  /// What stands between one's own log and the server it follows, in a sentence.
  private let syncNotice: String?
  /// Who looks at it; nil where a log is served to its own machine.
  let person: Account?
  private let state: Int64
  private let log: String

  /// Comes before what the page shows is read, so that no change is missed in between.
  init(_ visit: Visit) async throws {
    state = try await visit.log.changes(since: nil).state
    log = visit.logName
    person = visit.holder?.account
    theme = Theme(visit.request)
    clock = WallClock(zone: visit.zone, now: visit.now)
    key = "\(log).\(Self.word(visit))\(Self.word(visit))"
    toast = try await Toast(visit)
    syncNotice = try await Self.syncNotice(visit, clock)
  }

  private static func syncNotice(_ visit: Visit, _ clock: WallClock) async throws -> String? {
    guard case .own = visit.server.house, let notice = try await visit.log.syncNotice() else {
      return nil
    }
    let failure = visit.server.world.syncFailure()
    return notice.sentence(failure: failure, at: visit.now) { clock.text($0) }
  }

  private static func word(_ visit: Visit) -> String {
    String(visit.server.world.random(), radix: 36)
  }

  /// The page around some content; it follows the changes of the log where its section does, or
  /// where it is said.
  func page(
    _ title: String,
    in section: Section,
    isLive: Bool? = nil,
    _ content: HTML
  ) -> HTML {
    let isLive = isLive ?? Section.live.contains { $0.path == section.path }
    let state = isLive ? state : nil
    var layout = Layout(title: title, theme: theme, section: section, toast: toast, state: state)
    (layout.log, layout.syncNotice) = (log, syncNotice)
    return layout.html(content)
  }

  /// The hidden field that names a form of the page.
  func key(_ form: String) -> HTML { FormKey(key, form).html }
}

/// The hidden field that names a form, so that sent twice it counts once.
struct FormKey {
  private let name: String

  init(_ key: String, _ form: String) {
    name = "\(key)-\(form)"
  }

  var html: HTML {
    """
    <input type="hidden" name="key" value="\(name)">
    """
  }
}
