import Cairn
package import CairnHTML
package import CairnReports

/// The card that starts a climbing session with one tap, or with details.
package struct ClimbStart {
  package let today: Today

  private var formError: FormError? { today.formError.at(.climbStart) }

  package var html: HTML {
    """
    <section aria-labelledby="climb"><h2 class="hidden" id="climb">Climb</h2>
    \(fragment: item.large)
    <div class="else">\(fragment: fold)</div></section>
    """
  }

  /// A climbing session that is started with one tap.
  var item: QuickStart {
    QuickStart(
      hue: .climbing,
      activity: "Climbing",
      title: today.places.first ?? "A session at the wall",
      progress: nil,
      picture: Hue.climbing.badge,
      icon: Hue.climbing.badge,
      action: ("/climbing/start", "climb", FormKey(today.key, "climb").html),
      button: ("Start climbing", "", "")
    )
  }

  /// The form with details, folded.
  var fold: HTML {
    """
    <details class="sheet inner is-climb"\(flag: "open", formError != nil)><summary>Add details first</summary>
    \(fragment: formError.map { alert($0.error, id: "climb-problem") })
    \(fragment: sheet)</details>
    """
  }

  private var sheet: HTML {
    let fields = ClimbingFields(
      value: { formError?.typed[$0] ?? "" },
      places: today.places
    )
    return """
      <form method="post" action="/climbing/start" data-keep="yes" data-act="climb">\(fragment: FormKey(today.key, "climb-more").html)
      \(fragment: fields.discipline)\(fragment: fields.readiness)\(fragment: fields.place)
      \(fragment: fields.partners)
      <button class="wide primary">Start</button></form>
      """
  }
}

/// The open climbing session on the Today page; its climbs are on its own page.
package struct ClimbingCard {
  package let today: Today
  package let row: SessionRow

  package var html: HTML {
    let head = ClimbingHeader(
      row: row,
      detail: today.climbing ?? Climbing(),
      now: today.now,
      clock: today.clock
    )
    return """
      <section class="card timer is-climb" aria-labelledby="climbing">
      \(fragment: head.header)
      \(fragment: today.formError(at: .timer, of: row).map { alert($0.error) })
      \(fragment: head.pills)
      \(fragment: today.forgotten[row.id].map(question))
      <p><a class="button primary wide" href="\(row.path)">Open session</a></p>
      </section>
      """
  }

  private func question(_ forgotten: ForgottenTimer) -> HTML {
    """
    <p>The timer has run for \(forgotten.running.hoursAndMinutes). \
    <a href="\(row.path)#end">When did you stop?</a></p>
    """
  }
}
