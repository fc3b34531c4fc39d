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
  init(_ context: AuthenticatedContext) async throws {
    state = try await context.log.changes(since: nil).state
    log = context.logName
    person = context.identity?.account
    theme = Theme(context.request)
    clock = WallClock(zone: context.zone, now: context.now)
    key = "\(log).\(Self.word(context))\(Self.word(context))"
    toast = try await Toast(context)
    syncNotice = try await Self.syncNotice(context, clock)
  }

  private static func syncNotice(_ context: AuthenticatedContext, _ clock: WallClock) async throws -> String? {
    guard case .singleUser = context.server.tenancy, let notice = try await context.log.syncNotice() else {
      return nil
    }
    let failure = context.server.dependencies.syncFailure()
    return notice.sentence(failure: failure, at: context.now) { clock.text($0) }
  }

  private static func word(_ context: AuthenticatedContext) -> String {
    String(context.server.dependencies.random(), radix: 36)
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
