import Cairn
import CairnActions
import CairnHTML
import CairnHTTP
import CairnPages
import CairnStore

/// The handlers of the share goal forms.
enum ShareGoalForms {
  static let set: Handler = { context in
    let form = try context.form()
    let key = context.key(in: form)
    do {
      let goal = try ShareGoal(form)
      try await context.apply(key) { try SetShareGoal(goal).run(in: $0) }
      return context.done(key, at: "/insights/diversity")
    } catch let error as CairnError {
      let formError = FormError(context, formID: .shareGoal, error: error, typed: form)
      return HTTPResponse(
        Problem(error).status,
        page: try await DiversityPage(context, formError).html
      )
    }
  }
}

extension ShareGoal {
  /// Parses a form with the dimension and category in one value; throws `request.field`.
  fileprivate init(_ form: FormValues) throws(CairnError) {
    let parts = (form["share"] ?? "").split(separator: " ", maxSplits: 1).map { String($0) }
    guard parts.count == 2, let dimension = Dimension(name: parts[0]) else {
      throw .field("share", "takes a category")
    }
    let typed = form["cadence"] ?? ""
    let cadence = Cadence.ofShares.first { $0.name == typed }
    guard typed.isEmpty || cadence != nil else {
      throw .field("cadence", "takes monthly or yearly")
    }
    let percent = form["end"] == "yes" ? nil : Optional(try form.number("percent") ?? 0)
    try self.init(dimension, parts[1], cadence, percent: percent)
  }
}

extension Cadence {
  /// The periods of a share goal.
  static let ofShares: [Cadence] = [.monthly, .yearly]
}
