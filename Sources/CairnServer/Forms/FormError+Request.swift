import Cairn
import CairnHTML
import CairnInsights
import CairnPages

extension FormError {
  /// Creates the error with its times formatted as on the page.
  init(_ context: AuthenticatedContext, formID: FormID, error: CairnError, typed: FormValues) {
    self.init(
      formID: formID,
      session: try? context.sessionID(),
      error: WallClock(zone: context.zone, now: context.now).withLocalTimes(error),
      typed: typed.refused
    )
  }
}
