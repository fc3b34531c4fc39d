import Cairn
import CairnHTML
import CairnPages
import CairnStore

extension ClimbChoices {
  init(_ log: Log) async throws {
    self.init(names: try await log.climbNames(), scales: try await log.ownScales())
  }
}
