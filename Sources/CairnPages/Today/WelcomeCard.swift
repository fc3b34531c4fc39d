import Cairn
import CairnHTML

/// The questions of the first page: activities, time zone and grade scales, answered with one tap if all fit.
struct WelcomeCard {
  let today: Today
  let welcome: Welcome

  private var formError: FormError? { today.formError.at(.welcome) }

  var html: HTML {
    """
    <form class="card welcome" method="post" action="/welcome" aria-labelledby="welcome">
    \(fragment: FormKey(today.key, "welcome").html)
    <h2 id="welcome">Every hour, a stone</h2>
    <p>Cairn keeps the time you spend reading, listening and climbing. Your log is yours alone and works \
    offline.</p>
    \(fragment: formError.map { alert($0.error) })
    \(fragment: picks.html)
    \(fragment: welcome.zones.isEmpty ? nil : zone)
    <div class="pair scales">\(fragment: scale(.boulderScale, forBoulders: true))\
    \(fragment: scale(.routeScale, forBoulders: false))</div>
    <button class="wide primary">Continue</button>
    <p class="quiet">You can change all of it in <a href="/settings">Settings</a>. \
    <a href="/import">Import your history</a> from another app at any time.</p>
    </form>
    """
  }

  private var picks: ActivityPicks {
    ActivityPicks(modules: today.modules, chosen: today.activities, typed: formError?.typed)
  }

  /// A script chooses the zone of the browser, unless the person chose another.
  private var zone: HTML {
    let known = formError?.typed["zone"]
    let options = welcome.zones.map { name -> HTML in
      "<option\(flag: "selected", name == known ?? welcome.zone)>\(name)</option>"
    }
    return """
      <div class="field"><label for="zone">Time zone</label>
      <select id="zone" name="zone"\(flag: "data-zone", known == nil)>\(fragment: HTML(options))</select></div>
      """
  }

  private func scale(_ setting: Setting, forBoulders: Bool) -> HTML {
    let scales = GradeScale.all.filter { $0.isForBoulders == forBoulders }
    return Field.choice(
      setting.name,
      setting.label,
      scales.map { ($0.name, $0.title) },
      formError?.typed[setting.name] ?? setting.standard
    )
  }
}

/// What the first page of an empty log asks.
package struct Welcome: Sendable {
  /// The time zones to choose from; empty where the page cannot set it.
  let zones: [String]
  /// The zone in use.
  let zone: String

  /// Creates the questions; `zones` need not include the one in use.
  package init(zones: [String], zone: String) {
    self.zones = zones.isEmpty || zones.contains(zone) ? zones : zones + [zone]
    self.zone = zone
  }
}
