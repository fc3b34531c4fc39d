import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnStore
import CairnAccounts
import CairnSync

extension PageFrame {
  /// Reads the change counter before the page reads its data, so that no change is missed.
  init(_ context: AuthenticatedContext) async throws {
    let state = try await context.log.changes(since: nil).state
    let clock = WallClock(zone: context.zone, now: context.now)
    self.init(
      theme: Theme(context.request),
      assets: .served,
      clock: clock,
      key: "\(context.logName).\(Self.word(context))\(Self.word(context))",
      toast: try await Toast(context),
      syncNotice: try await Self.syncNotice(context, clock),
      person: (context.identity?.account).map { Person($0) },
      now: context.now,
      path: Self.path(context),
      open: try await context.log.openSessions(),
      state: state,
      log: context.logName
    )
  }

  /// The address to come back to; that of Today from a rejected form, whose own has no page.
  private static func path(_ context: AuthenticatedContext) -> String {
    guard context.request.method == .get else { return "/" }
    return ReturnPath.without("done", context.request.target)
  }

  private static func syncNotice(_ context: AuthenticatedContext, _ clock: WallClock) async throws
    -> String?
  {
    guard let notice = try await context.log.syncNotice() else { return nil }
    let failure = context.server.dependencies.syncFailure()
    return notice.sentence(failure: failure, at: context.now) { clock.text($0) }
  }

  private static func word(_ context: AuthenticatedContext) -> String {
    String(context.server.dependencies.random(), radix: 36)
  }
}
