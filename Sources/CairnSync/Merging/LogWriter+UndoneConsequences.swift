import Cairn
import CairnReports
import CairnStore

extension LogWriter {
  /// Reverts the automatic entries caused by entries that were undone on a device that did not have them.
  func undoAutomaticConsequences(in push: SyncPush) throws {
    for sent in push.mutations where sent.mutation.part == 1 && !sent.isHistoryOnly {
      let found = try sent.mutation.undoes.flatMap { try HistoryQuery.find($0, in: connection) }
      guard let target = found, target.undoes == nil, !target.isInEffect else { continue }
      for rule in try automaticConsequences(of: target, before: sent.mutation.entry) {
        try beginEntry(RecordID(automaticFor: newID()))
        _ = try revertEntry(rule, true)
      }
    }
    try beginAutomaticMutation()
  }
}
