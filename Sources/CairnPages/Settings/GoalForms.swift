import Cairn
import CairnHTML
import CairnInsights

/// The current goals, each with a button that ends it, and the form that sets one.
struct GoalForms {
  let frame: PageFrame
  let goals: [GoalProgress]
  /// The page to come back to.
  let back: String
  var formError: FormError?

  private var own: FormError? { formError.at(.goals) }

  /// The goals and the form as a card of Settings.
  var card: HTML {
    """
    <section class="card" aria-labelledby="goals"><h2 id="goals">Goals</h2>
    \(fragment: content)</section>
    """
  }

  /// The goals and the form, folded, where the goals show.
  var fold: HTML {
    """
    <details class="sheet inner edits"><summary>\(goals.isEmpty ? "Set a goal" : "Edit goals")</summary>
    \(fragment: content)</details>
    """
  }

  private var content: HTML {
    """
    <ul class="rows">\(fragment: HTML(goals.map(row)))</ul>
    <form class="form" method="post" action="/goals" data-keep="yes">
    \(fragment: own.map { alert($0.error) })
    \(fragment: frame.key("goal"))\(fragment: origin)
    <div class="trio">
    \(fragment: Field.number("amount", "Amount", own?.typed["amount"] ?? ""))
    \(fragment: Field.choice("measure", "Unit", Measure.all.map { ($0.name, $0.name) }, own?.typed["measure"] ?? ""))
    \(fragment: Field.choice("cadence", "Per", Cadence.all.map { ($0.name, $0.noun) }, own?.typed["cadence"] ?? ""))
    </div>
    <button class="wide">Set goal</button>
    </form>
    """
  }

  /// The page to come back to, also after a rejection.
  private var origin: HTML {
    """
    <input type="hidden" name="back" value="\(own?.typed["back"] ?? back)">
    """
  }

  private func row(_ goal: GoalProgress) -> HTML {
    let words = "\(goal.measure.text(goal.target)) each \(goal.cadence.noun)"
    return """
      <li class="row"><strong>\(words)</strong>
      <form method="post" action="/goals" data-keep="yes">
      \(fragment: frame.key("end-\(goal.measure.name)-\(goal.cadence.name)"))\(fragment: origin)
      <input type="hidden" name="measure" value="\(goal.measure.name)">
      <input type="hidden" name="cadence" value="\(goal.cadence.name)">
      <button name="end" value="yes" aria-label="Remove goal \(words)">Remove</button></form></li>
      """
  }
}
