import Cairn
import CairnAccounts
import CairnHTTP
import CairnInsights
import CairnStore

/// The request-dependent values shared by all pages.
struct PageFrame: Sendable {
  let theme: Theme
  let clock: WallClock
  /// The idempotency key of the page's forms: a form sent twice takes effect once.
  let key: String
  let toast: Toast?
  /// A sentence on why the local log is not synced with its server.
  private let syncNotice: String?
  /// The signed-in account; nil on a single-user server.
  let person: Account?
  private let state: Int64
  private let log: String

  /// Reads the change counter before the page reads its data, so that no change is missed.
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

  private static func syncNotice(_ context: AuthenticatedContext, _ clock: WallClock) async throws
    -> String?
  {
    guard case .singleUser = context.server.tenancy, let notice = try await context.log.syncNotice()
    else {
      return nil
    }
    let failure = context.server.dependencies.syncFailure()
    return notice.sentence(failure: failure, at: context.now) { clock.text($0) }
  }

  private static func word(_ context: AuthenticatedContext) -> String {
    String(context.server.dependencies.random(), radix: 36)
  }

  /// Returns the page around its content; it updates live if its section does or `isLive` is set.
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

  /// Returns the hidden input that identifies a form of the page.
  func key(_ form: String) -> HTML { FormKey(key, form).html }
}

/// A hidden input with an idempotency key: a form sent twice takes effect once.
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
