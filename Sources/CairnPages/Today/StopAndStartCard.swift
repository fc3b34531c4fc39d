import Cairn
import CairnHTML
import CairnReports

/// The question that follows a start while another session of the kind is open; one button stops that one and starts.
struct StopAndStartCard {
  private let today: Today
  private let formError: FormError
  private let open: SessionRow

  /// Returns nil unless the start of a session was rejected for that reason.
  init?(_ today: Today) {
    guard let formError = today.formError, formError.error.code == "session.already_running",
      let kind = Self.kind(formError), let open = today.open.first(where: { $0.kind == kind })
    else { return nil }
    (self.today, self.formError, self.open) = (today, formError, open)
  }

  private static func kind(_ formError: FormError) -> SessionKind? {
    switch formError.formID {
    case .start: Reading.kind
    case .listenStart: Listening.kind
    case .climbStart: Climbing.kind
    case .activityStart: formError.typed["kind"].map { SessionKind($0) }
    default: nil
    }
  }

  private var action: String {
    switch open.kind {
    case Reading.kind: "/start"
    case Listening.kind: "/listening/start"
    case Climbing.kind: "/climbing/start"
    default: "/activities/\(today.modules[open.kind]?.verb ?? open.kind.name)/start"
    }
  }

  /// The act of a form that also works offline.
  private var act: String {
    switch open.kind {
    case Reading.kind: "read"
    case Listening.kind: "listen"
    case Climbing.kind: "climb"
    default: ""
    }
  }

  private var wanted: String {
    today.wanted.map { "“\($0)”" } ?? "another \(open.kind.name) session"
  }

  /// The values of the rejected form, sent again.
  private var values: HTML {
    let names = formError.typed.names.filter { !["key", "finish"].contains($0) }.sorted()
    return HTML(
      names.map { name in
        """
        <input type="hidden" name="\(name)" value="\(formError.typed[name] ?? "")">
        """
      }
    )
  }

  var html: HTML {
    """
    <section class="card swap \(Hue(open.kind).name)" aria-labelledby="swap">
    <h2 id="swap">Finish “<bdi>\(open.subject)</bdi>” and start <bdi>\(wanted)</bdi>?</h2>
    <p class="quiet" role="alert">\(formError.error.message) \(formError.error.hint)</p>
    <form method="post" action="\(action)" data-keep="yes" data-act="\(act)">
    \(fragment: FormKey(today.key, "swap").html)\(fragment: values)
    <button class="wide primary" name="finish" value="\(open.id.record.text)" autofocus>Finish and start</button></form>
    <a class="button wide" href="/">Keep it running</a>
    </section>
    """
  }
}
