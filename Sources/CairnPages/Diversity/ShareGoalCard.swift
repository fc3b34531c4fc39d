import Cairn
import CairnHTML
import CairnInsights

/// The share goals for finished books, their progress, and the form that sets one.
struct ShareGoalCard {
  let frame: PageFrame
  let goals: [ShareGoalProgress]
  let formError: FormError?

  private static let path = "/insights/diversity/goals"
  private static let periods = [
    ("", "All time"), ("monthly", "Monthly"), ("yearly", "Yearly"),
  ]

  var html: HTML {
    """
    <section class="card" aria-labelledby="shares"><h2 id="shares">Goals</h2>
    <p class="quiet">A target share of the books you finish. Books without this detail do not count.</p>
    \(fragment: goals.isEmpty ? nil : "<ul class=\"rows\">\(fragment: HTML(goals.map(row)))</ul>")
    \(fragment: formError.map { alert($0.error) })
    <details class="numbers"\(flag: "open", formError != nil)><summary>Set a goal</summary>
    <form class="form" method="post" action="\(Self.path)">\(fragment: frame.key("share"))
    <div class="field"><label for="share">Category</label>
    <select id="share" name="share">\(fragment: HTML(Self.dimensions.map(group)))</select></div>
    <div class="pair">
    \(fragment: Field.number("percent", "Percent", formError?.typed["percent"] ?? "50"))
    \(fragment: Field.choice("cadence", "Period", Self.periods, cadence))
    </div>
    <button class="wide">Set goal</button></form></details></section>
    """
  }

  private var cadence: String { formError?.typed["cadence"] ?? "yearly" }

  /// The dimensions with a fixed list of categories; free text offers nothing to choose from.
  private static let dimensions = Dimension.all.filter { !$0.categories.isEmpty }

  private func group(_ dimension: Dimension) -> HTML {
    let chosen = formError?.typed["share"] ?? "gender female"
    let options = dimension.categories.map { one -> HTML in
      let value = "\(dimension.name) \(one.value)"
      return "<option value=\"\(value)\"\(flag: "selected", value == chosen)>\(one.label)</option>"
    }
    return "<optgroup label=\"\(dimension.label)\">\(fragment: HTML(options))</optgroup>"
  }

  private func row(_ one: ShareGoalProgress) -> HTML {
    let period = one.goal.cadence.map { "this \($0.noun)" } ?? "ever"
    let cadence = one.goal.cadence?.name ?? ""
    let name = "\(one.goal.dimension.name)-\(one.goal.value)-\(cadence)"
    return """
      <li class="row"><div><strong>\(one.goal.text)</strong>
      <span class="quiet">\(one.goal.dimension.label), of books finished \(period)</span>
      <span>\(one.isReached ? "✓ " : "")\(one.text)</span></div>
      <form method="post" action="\(Self.path)">\(fragment: frame.key("end-\(name)"))
      <input type="hidden" name="share" value="\(one.goal.dimension.name) \(one.goal.value)">
      <input type="hidden" name="cadence" value="\(cadence)">
      <button name="end" value="yes" aria-label="Remove goal \(one.goal.text)">Remove</button></form></li>

      """
  }
}
