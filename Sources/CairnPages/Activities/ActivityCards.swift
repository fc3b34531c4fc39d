package import Cairn
package import CairnHTML
import CairnInsights
import CairnReports

/// The card that starts a session of an activity kind.
struct ActivityStart {
  let today: Today
  let module: KindModule

  private var path: String { "/activities/\(module.verb)/start" }

  /// The error of this kind's form.
  private var formError: FormError? {
    today.formError.at(.activityStart).flatMap { formError in
      formError.typed["kind"] == module.kind.name ? formError : nil
    }
  }

  var html: HTML {
    """
    <section class="card" aria-labelledby="\(module.verb)">
    <h2 id="\(module.verb)">\(module.verb.capitalizedFirst)</h2>
    <form method="post" action="\(path)" data-keep="yes">
    \(fragment: FormKey(today.key, module.verb).html)
    <input type="hidden" name="kind" value="\(module.kind.name)">
    \(fragment: formError.map { alert($0.error, id: "\(module.verb)-problem") })
    <button class="wide">Start \(module.kind.name)</button></form>
    </section>
    """
  }
}

/// The open session of an activity kind, with the form that stops it.
struct ActivityCard {
  let today: Today
  let row: SessionRow
  let module: KindModule

  private var controls: TimerControls {
    TimerControls(today: today, row: row, mark: "-\(module.verb)")
  }
  private var formError: FormError? { today.formError(at: .stop, of: row) }
  private var forgotten: ForgottenTimer? { today.forgotten[row.id] }

  var html: HTML {
    """
    <section class="card timer" aria-labelledby="\(module.verb)">
    \(fragment: controls.header(module.title, row.subject, id: module.verb))
    <p class="quiet">Started \(today.clock.text(row.startedAt))</p>
    \(fragment: today.formError(at: .timer, of: row).map { alert($0.error) })
    \(fragment: forgotten == nil ? controls.toggle : nil)
    \(fragment: stop)
    \(fragment: controls.discard)
    </section>
    """
  }

  private var stop: HTML {
    let fields = ActivityFields(module: module, values: today.details[row.id] ?? Fields())
    let short = ConfirmShortSession(formError)
    return """
      <form class="stop" method="post" action="\(row.path)/stop" data-keep="yes">
      \(fragment: FormKey(today.key, "stop-\(module.verb)").html)
      \(fragment: OriginalValues.html(fields.names, formError?.typed) { fields[$0] })
      \(fragment: short == nil ? formError.map { alert($0.error) } : nil)
      \(fragment: fields.html { formError?.typed[$0] })
      \(fragment: short?.html ?? question ?? "<button class=\"wide primary\">Stop</button>")
      </form>
      """
  }

  private var question: HTML? {
    forgotten.map {
      ForgottenTimerPrompt(
        forgotten: $0,
        clock: today.clock,
        typed: formError?.typed,
        mark: "-\(module.verb)"
      ).html
    }
  }
}

/// The inputs of the details of an activity kind.
package struct ActivityFields {
  package let module: KindModule
  package let values: Fields

  /// Creates the inputs.
  package init(module: KindModule, values: Fields) {
    (self.module, self.values) = (module, values)
  }

  private var fields: [InputField] { module.fields ?? [] }

  /// The names of the inputs.
  package var names: [String] { fields.map { $0.option } }

  /// The value of an input.
  package subscript(name: String) -> String {
    fields.first { $0.option == name }.map { $0.typed(values[$0.key]) } ?? ""
  }

  /// The known values with their labels.
  package var facts: [(String, String?)] {
    fields.map { ($0.label, values[$0.key] == .null ? nil : $0.text(values[$0.key])) }
  }

  /// Returns the inputs; those of a rejected form have the values typed.
  package func html(_ typed: (String) -> String?) -> HTML {
    HTML(fields.map { input($0, typed($0.option) ?? self[$0.option]) })
  }

  private func input(_ field: InputField, _ value: String) -> HTML {
    switch field.form {
    case .choice(let words):
      Field.choice(field.option, field.label, [("", "Not set")] + words.map { ($0, $0) }, value)
    default:
      Field.text(field.option, field.label, value, hint: field.unit)
    }
  }
}
