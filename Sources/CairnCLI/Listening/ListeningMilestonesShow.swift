import Cairn
import CairnInsights
import CairnJSON
import CairnReports

extension CommandContext {
  /// Shows the listening milestones: when each was reached, or the progress towards it.
  func showMilestones(of summary: ListeningSummary) {
    var table = Table(
      .init("listening"),
      .init("reached"),
      .init("so far", isNumber: true),
      .init("")
    )
    for (progress, reached) in summary.milestoneProgress {
      let milestone = progress.milestone
      let day = reached.map { times.format.day(zone.day(at: $0.at)) }
      table.append(
        .init(milestone.text),
        .init(day ?? ""),
        .init(day == nil ? milestone.text(progress.value) : ""),
        .init(day == nil ? Bar.track(progress.value, of: milestone.target, width: 12) : "", .accent)
      )
    }
    output.print("")
    output.print(table)
  }
}
