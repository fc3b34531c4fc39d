import Cairn
import CairnHTML
import CairnInsights
import CairnReports

/// The streak, the goals and the next milestone, as of today.
struct GoalsCard {
  let insights: PeriodInsights
  let frame: PageFrame

  private var streak: Streak { insights.streak }
  private var unit: String { streak.rule.cadence.noun }

  var html: HTML {
    FigureCard(
      title: "Streak and goals",
      id: "goals",
      definition: definition,
      table: table,
      figure: """
        <p class="streak"><strong>\(streak.current)</strong> \(unit) streak\
        <span class="quiet">Longest: \(streak.longest). \(counted(streak.counted, "active \(unit)")).\
        \(streak.current > 0 && streak.isOpen ? " Keep it going today." : "")</span></p>
        <ul class="goals">\(fragment: HTML(insights.goals.map(goal)))\(fragment: next.map(milestone))</ul>
        \(fragment: GoalForms(frame: frame, goals: insights.goals, back: frame.path).fold)
        """
    ).html
  }

  private var definition: [String] {
    var measures: [String] = []
    for text in insights.goals.map({ $0.done.insight.definition }) where !measures.contains(text) {
      measures.append(text)
    }
    let due = insights.goals.isEmpty ? [] : [GoalProgress.definition]
    return [streak.definition] + measures + due + [Milestones.definition]
  }

  private func goal(_ goal: GoalProgress) -> HTML {
    let period = goal.cadence == .daily ? "today" : "this \(goal.cadence.noun)"
    let done = "\(goal.measure.brief(goal.amount)) of \(goal.measure.text(goal.target)) \(period)"
    let hue = [.pages, .books].contains(goal.measure) ? Hue.reading.name : ""
    return bar(
      done,
      GoalList.state(goal),
      min(goal.target, goal.amount),
      goal.target,
      goal.isMet ? "is-gold" : hue
    )
  }

  /// The milestone that is nearest.
  private var next: NextMilestone? {
    insights.milestones.next.max { $0.done * $1.amount < $1.done * $0.amount }
  }

  private func milestone(_ next: NextMilestone) -> HTML {
    bar(
      "Next milestone: \(name(next.kind, next.amount))",
      "\(grouped(next.done))",
      next.done,
      next.amount,
      "is-gold"
    )
  }

  private func bar(_ name: String, _ state: String, _ done: Int64, _ target: Int64, _ hue: String)
    -> HTML
  {
    """
    <li class="\(hue)"><strong>\(name)</strong><span class="quiet">\(state)</span>\
    <progress max="\(max(1, target))" value="\(done)" aria-label="\(name)"></progress></li>

    """
  }

  private func name(_ kind: Milestone.Kind, _ amount: Int64) -> String {
    if kind == .streak { return "\(amount)-\(unit) streak" }
    return amount == 1 ? "First \(kind.name.dropLast())" : "\(grouped(amount)) \(kind.name)"
  }

  private var table: HTML {
    let goals = insights.goals.map { goal in
      FigureTable.Row(
        name: "\(goal.measure.text(goal.target)) each \(goal.cadence.noun)",
        cells: [
          goal.measure.brief(goal.amount), goal.measure.brief(goal.expected), GoalList.state(goal),
        ]
      )
    }
    let reached = insights.milestones.reached.map { one in
      FigureTable.Row(name: name(one.kind, one.amount), cells: [CalendarText.date(one.reached)])
    }
    let ahead = insights.milestones.next.map { one in
      FigureTable.Row(name: name(one.kind, one.amount), cells: ["\(grouped(one.done)) so far"])
    }
    return """
      \(fragment: goals.isEmpty ? nil : FigureTable(caption: "Goals", columns: ["Goal", "Done", "Due", "State"], rows: goals).html)\
      \(fragment: FigureTable(caption: "Milestones", columns: ["Milestone", "Reached"], rows: ahead + reached).html)
      """
  }
}
