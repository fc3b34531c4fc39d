import Cairn
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension Command<CommandContext> {
  static var milestones: Command {
    Command(
      "milestones",
      summary: "List milestones reached, and the next ones.",
      discussion: """
        Milestones follow from your log, so an edit or an import can move them. The streak uses \
        your own rule. The ten listening milestones count finished stories, the hours of their \
        sessions and day streaks; once reached they stay.
        """,
      examples: [Example("cairn milestones", "hours, sessions, books and streaks")],
      options: [.kind, .list(["reached", "next", "listening"])],
      action: { invocation, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let kind = try invocation.kind(of: context.modules)
          let report = try await MilestonesReport(kind, today: today, zone: context.zone, log)
          context.show(report, includesListening: kind ?? Listening.kind == Listening.kind)
          return .done
        }
      }
    )
  }

  static var nudges: Command {
    Command(
      "nudges",
      summary: "List books you have not continued for a while.",
      discussion: "Exits with 1 if there are none.",
      examples: [Example("cairn nudges", "started long ago, not read for days")],
      action: { _, context in
        try await context.withLog { log in
          let today = try await context.today(in: log)
          let nudges = try await log.nudges(today: today, zone: context.zone)
          context.show(nudges)
          return nudges.isEmpty ? .refused : .done
        }
      }
    )
  }
}

extension CommandContext {
  fileprivate func show(_ nudges: [Nudge<OpenBookRow>]) {
    if wantsData { return output.print(data: nudges) }
    if nudges.isEmpty { return output.info("No unfinished books to continue.") }
    var table = Table(.init("id"), .init("book", canShrink: true), .init("started"), .init("idle"))
    for nudge in nudges {
      table.append(
        .init(nudge.book.shortID.text, .dim),
        .init(nudge.book.title),
        .init(times.format.day(nudge.started)),
        .init("for \(counted(nudge.idle, "day"))")
      )
    }
    output.print(table)
    output.info("Continue reading, or set `cairn book status BOOK paused` or did-not-finish.")
  }

  fileprivate func show(_ report: MilestonesReport, includesListening: Bool) {
    if wantsData { return output.print(data: report) }
    let (milestones, rule, summary) = (report.milestones, report.rule, report.listening)
    let showsListening =
      includesListening && (summary.totals.sessions > 0 || !summary.reached.isEmpty)
    if milestones.reached.isEmpty, !showsListening || summary.reached.isEmpty {
      output.info("No milestones yet.")
    }
    var table = Table(.init("milestone"), .init("reached"))
    for one in milestones.reached {
      table.append(
        .init(name(one.kind, one.amount, rule)),
        .init(one.reached.day.map(times.format.day) ?? one.reached.text)
      )
    }
    if !milestones.reached.isEmpty { output.print(table) }
    var next = Table(.init("next"), .init("so far", isNumber: true), .init(""))
    for one in milestones.next {
      let bar = Bar.track(one.done, of: one.amount, width: 12)
      next.append(
        .init(name(one.kind, one.amount, rule)),
        .init("\(one.done)"),
        .init(bar, .accent)
      )
    }
    output.print("")
    output.print(next)
    if showsListening { showMilestones(of: summary) }
    if milestones.excluded > 0 {
      output.info("\(counted(milestones.excluded, "book")) excluded: no finish date.")
    }
  }

  private func name(_ kind: Milestone.Kind, _ amount: Int64, _ rule: StreakRule) -> String {
    if kind == .streak { return "\(amount)-\(rule.cadence.noun) streak" }
    return amount == 1 ? "First \(kind.name.dropLast())" : "\(amount) \(kind.name)"
  }
}
