import Cairn
package import CairnHTML
package import CairnReports

/// The form that stops the open session at a page; invalid input is shown again with its error.
package struct StopReadingForm {
  package let today: Today
  package let row: SessionRow

  private var formError: FormError? { today.formError(at: .stop, of: row) }
  private var short: ConfirmShortSession? { ConfirmShortSession(formError) }
  /// The error that stands at the page; the one of a short session is a question instead.
  private var problem: FormError? { short == nil ? formError : nil }
  private var isAboutPage: Bool {
    problem.map { $0.error.code.prefix { $0 != "." } != "session" } ?? false
  }

  package var html: HTML {
    """
    <form class="stop" method="post" action="\(row.path)/stop" \
    data-keep="yes" data-act="stop" data-about="\(row.id.record.text)">
    \(fragment: FormKey(today.key, "stop").html)
    \(fragment: OriginalValues.html(["note"], formError?.typed) { _ in row.note ?? "" })
    <div class="field">
    <label for="page">Page</label>
    <div class="inline stepper">\(fragment: step(-1, "One page back", "−"))<input id="page" name="page" inputmode="numeric" autocomplete="off" \
    value="\(formError?.typed["page"] ?? page)" \
    aria-invalid="\(isAboutPage ? "true" : "false")" \
    aria-describedby="\(problem == nil ? "" : "problem")"\(flag: "autofocus", problem != nil)>
    \(fragment: step(1, "One page on", "+"))\(fragment: total.map { "<span class=\"quiet\">of \($0)</span>" })</div>
    \(fragment: problem.map { alert($0.error) })
    </div>
    <div class="field">
    <label for="note">Note</label>
    <textarea id="note" name="note" rows="2">\n\(formError?.typed["note"] ?? row.note ?? "")</textarea>
    </div>
    \(fragment: short?.html ?? question ?? "<button class=\"wide primary\" data-key=\"s\">Stop</button>")
    </form>
    """
  }

  /// A button for a script, which shows it; without one the page is typed.
  private func step(_ pages: Int, _ label: String, _ sign: String) -> HTML {
    """
    <button type="button" class="round" data-step="\(pages)" aria-label="\(label)" hidden>\(sign)</button>
    """
  }

  private var question: HTML? {
    today.forgotten[row.id].map { forgotten in
      ForgottenTimerPrompt(forgotten: forgotten, clock: today.clock, typed: formError?.typed).html
    }
  }

  private var book: EntryRow? { today.books.first { $0.id == row.entry } }
  private var total: Int64? { row.startPosition?.total ?? book?.pages }

  /// The current page as the initial value.
  private var page: String {
    let position = book?.position ?? row.startPosition
    return position?.page(in: total).flatMap { $0 > 0 ? String($0) : nil } ?? ""
  }
}
