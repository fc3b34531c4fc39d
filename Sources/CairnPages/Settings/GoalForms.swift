import Cairn
import CairnHTML
import CairnInsights

/// The current goals, each with a button that ends it, and the form that sets one.
struct GoalForms {
  let frame: PageFrame
  let goals: [GoalProgress]
  let formError: FormError?

  private var own: FormError? { formError.at(.goals) }

  var html: HTML {
    """
    <section class="card" aria-labelledby="goals"><h2 id="goals">Goals</h2>
    <ul class="rows">\(fragment: HTML(goals.map(row)))</ul>
    <form class="form" method="post" action="/goals" data-keep="yes">
    \(fragment: own.map { alert($0.error) })
    \(fragment: frame.key("goal"))
    <div class="trio">
    \(fragment: Field.number("amount", "Amount", own?.typed["amount"] ?? ""))
    \(fragment: Field.choice("measure", "Unit", Measure.all.map { ($0.name, $0.name) }, own?.typed["measure"] ?? ""))
    \(fragment: Field.choice("cadence", "Per", Cadence.all.map { ($0.name, $0.noun) }, own?.typed["cadence"] ?? ""))
    </div>
    <button class="wide">Set goal</button>
    </form></section>
    """
  }

  private func row(_ goal: GoalProgress) -> HTML {
    let words = "\(goal.measure.text(goal.target)) each \(goal.cadence.noun)"
    return """
      <li class="row"><strong>\(words)</strong>
      <form method="post" action="/goals" data-keep="yes">
      \(fragment: frame.key("end-\(goal.measure.name)-\(goal.cadence.name)"))
      <input type="hidden" name="measure" value="\(goal.measure.name)">
      <input type="hidden" name="cadence" value="\(goal.cadence.name)">
      <button name="end" value="yes" aria-label="Remove goal \(words)">Remove</button></form></li>
      """
  }
}
