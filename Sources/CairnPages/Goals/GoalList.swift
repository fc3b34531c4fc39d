import Cairn
package import CairnHTML
package import CairnInsights
import CairnReports

/// A list of goals with their progress.
package struct GoalList {
  private let goals: [GoalProgress]
  private let frame: PageFrame

  package init(_ goals: [GoalProgress], frame: PageFrame) {
    (self.goals, self.frame) = (goals, frame)
  }

  /// The goals on a card with their definitions, and the forms that change them.
  package var card: HTML {
    """
    <section class="card goals" aria-labelledby="goals"><h2 id="goals">Goals</h2>
    \(fragment: goals.isEmpty ? nil : "<ul>\(fragment: HTML(goals.map(row)))</ul>")
    \(fragment: GoalForms(frame: frame, goals: goals, back: frame.path).fold)
    \(fragment: goals.isEmpty ? nil : Definition(definitions).html)</section>
    """
  }

  /// How each measure is counted, including overlapping time, and the schedule of a goal.
  private var definitions: [String] {
    var measures: [String] = []
    for text in goals.map({ $0.done.insight.definition })
    where !measures.contains(text) {
      measures.append(text)
    }
    return measures + [GoalProgress.definition]
  }

  private func row(_ goal: GoalProgress) -> HTML {
    let period = goal.cadence == .daily ? "today" : "this \(goal.cadence.noun)"
    return """
      <li><strong>\(goal.measure.text(goal.target)) \(period)</strong>
      <span class="quiet">\(goal.measure.brief(goal.amount)) · \(Self.state(goal))</span>
      <progress max="\(goal.target)" value="\(min(goal.target, goal.amount))" \
      aria-label="\(goal.measure.text(goal.amount)) of \(goal.measure.text(goal.target))"></progress></li>
      """
  }

  /// Returns `reached`, `18m left`, `2 books ahead` or `on schedule`.
  static func state(_ goal: GoalProgress) -> String {
    if goal.isMet { return "reached" }
    if goal.cadence == .daily { return "\(goal.measure.text(goal.target - goal.amount)) left" }
    if goal.ahead == 0 { return "on schedule" }
    return "\(goal.measure.text(abs(goal.ahead))) \(goal.ahead > 0 ? "ahead" : "behind")"
  }
}
