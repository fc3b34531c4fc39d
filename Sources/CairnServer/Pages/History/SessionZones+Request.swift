import Cairn
import CairnHTML
import CairnHTTP
import CairnInsights
import CairnPages
import CairnReports
import CairnStore

extension SessionZones {
  init(_ context: AuthenticatedContext) {
    self.init(home: context.zone, known: context.log.context.environment.zone)
  }
}
