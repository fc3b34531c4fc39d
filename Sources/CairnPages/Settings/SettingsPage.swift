package import Cairn
package import CairnHTML
package import CairnInsights
package import CairnReports

/// The Settings page: appearance, calendar, goals and data.
package struct SettingsPage {
  private let frame: PageFrame
  private let server: Server
  /// The values of the settings by name.
  private let values: [String: String]
  private let minimum: StreakMinimum
  private let goals: [GoalProgress]
  private let conflicts: ConflictNotice
  private let devices: DeviceNames
  private let formError: FormError?

  /// What the server offers.
  package struct Server {
    let version: String
    /// Whether the page can change the time zone.
    let choosesZone: Bool
    /// A sentence about automatic backups; nil if there are none.
    let backup: String?
    let hasWebhooks: Bool

    /// Creates the values of a server.
    package init(version: String, choosesZone: Bool, backup: String?, hasWebhooks: Bool) {
      (self.version, self.choosesZone) = (version, choosesZone)
      (self.backup, self.hasWebhooks) = (backup, hasWebhooks)
    }
  }

  /// Creates the page.
  package init(
    frame: PageFrame,
    server: Server,
    values: [String: String],
    minimum: StreakMinimum,
    goals: [GoalProgress],
    conflicts: ConflictNotice,
    devices: DeviceNames,
    formError: FormError?
  ) {
    (self.frame, self.server, self.values, self.minimum) = (frame, server, values, minimum)
    (self.goals, self.conflicts, self.devices) = (goals, conflicts, devices)
    self.formError = formError
  }

  private var zone: String { frame.clock.zone.name }

  package var html: HTML {
    frame.page(
      "Settings",
      in: .settings,
      """
      <header class="head"><h1>Settings</h1></header>
      \(fragment: appearance)
      \(fragment: days)
      \(fragment: GoalForms(frame: frame, goals: goals, formError: formError).html)
      \(fragment: data)
      \(fragment: DeviceForms(frame: frame, devices: devices, formError: formError).html)
      \(fragment: frame.person.map { signOut($0.name) })
      <section class="card keyboard" aria-labelledby="keyboard"><h2 id="keyboard">Keyboard</h2>
      \(fragment: Shortcuts.list)</section>
      <p class="quiet">Cairn \(server.version)</p>
      """
    )
  }

  private var appearance: HTML {
    """
    <section class="card" aria-labelledby="look"><h2 id="look">Appearance</h2>
    <form class="themes" method="post" action="/theme" aria-label="Colours">
    \(fragment: HTML(Theme.all.map(button)))
    </form></section>
    """
  }

  private func button(_ choice: Theme) -> HTML {
    """
    <button name="theme" value="\(choice.name)" \
    aria-pressed="\(choice == frame.theme ? "true" : "false")">\(choice.label)</button>
    """
  }

  private func value(_ setting: Setting) -> String {
    formError.at(.settings)?.typed[setting.name] ?? values[setting.name] ?? ""
  }

  private var typedMinimum: String {
    formError?.typed["streakMinimum"] ?? (minimum == .anyTime ? "none" : minimum.text)
  }

  private var days: HTML {
    """
    <section class="card" aria-labelledby="days"><h2 id="days">Days and weeks</h2>
    \(fragment: formError.at(.settings).map { alert($0.error) })
    <form class="form" method="post" action="/settings">
    \(fragment: frame.key("settings"))
    \(fragment: OriginalValues.html(Self.shown.map { $0.name }, formError?.typed) { values[$0] ?? "" })
    \(fragment: server.choosesZone ? defaultZone : DescriptionList([("Time zone", zone)]).html)
    \(fragment: frame.person != nil ? accountCard : server.choosesZone ? nil : deviceCard)
    <div class="pair">
    \(fragment: choice(.dayStartHour, (0...23).map { ("\($0)", ClockStyle.current.text(hour: $0)) }))
    \(fragment: choice(.clockStyle, ClockStyle.all.map { ($0.name, $0.text(hour: 20)) }))
    \(fragment: choice(.weekStart, WeekStart.all.map { ($0.name, $0.name.capitalizedFirst) }))
    \(fragment: choice(.autoFinish, [("yes", "Yes"), ("no", "No")]))
    \(fragment: choice(.streakCadence, [("daily", "Days"), ("weekly", "Weeks")]))
    \(fragment: choice(.boulderScale, Self.scales(forBoulders: true)))
    \(fragment: choice(.routeScale, Self.scales(forBoulders: false)))
    \(fragment: choice(.askAfterReading, [("yes", "Yes"), ("no", "No")]))
    \(fragment: Field.text("readingLanguage", Setting.readingLanguage.label, value(.readingLanguage), hint: "en, de"))
    </div>
    \(fragment: Field.text("streakMinimum", "Daily minimum for streak", typedMinimum, hint: "none, 10 minutes, 20 pages"))
    <button class="wide primary">Save</button>
    </form></section>
    """
  }

  private static let shown: [Setting] = [
    .dayStartHour, .clockStyle, .weekStart, .autoFinish, .streakCadence, .boulderScale, .routeScale,
    .askAfterReading, .readingLanguage,
  ]

  private static func scales(forBoulders: Bool) -> [(String, String)] {
    GradeScale.all.filter { $0.isForBoulders == forBoulders }.map { ($0.name, $0.title) }
  }

  private var defaultZone: HTML {
    let typed = formError.at(.settings)?.typed["zone"]
    return Field.text("zone", "Time zone", typed ?? zone, hint: "Europe/Berlin")
  }

  private var deviceCard: HTML {
    """
    <p class="quiet">Set when the server was started, with <code>--zone</code> or \
    <code>CAIRN_ZONE</code>; without them you can choose it here.</p>
    """
  }

  private var accountCard: HTML {
    """
    <p class="quiet"><a href="/account#zone">Change time zone</a></p>
    """
  }

  private func signOut(_ name: String) -> HTML {
    """
    <section class="card" aria-labelledby="account"><h2 id="account">Account</h2>
    <form class="form" method="post" action="/sign-out">
    <p>Signed in as <bdi>\(name)</bdi>. <a href="/account">Sign-ins, tokens, password, your log</a> · <a href="/people">People</a></p>
    <button class="wide">Sign out</button></form></section>
    """
  }

  private func choice(_ setting: Setting, _ all: [(String, String)]) -> HTML {
    Field.choice(setting.name, setting.label, all, value(setting))
  }

  private static let exports = [
    ("cairn", "Everything (JSON Lines)"), ("books", "Books (CSV)"),
    ("editions", "Editions (CSV)"), ("readings", "Readings (CSV)"),
    ("annotations", "Annotations (CSV)"),
    ("sessions", "Sessions (CSV)"), ("pauses", "Pauses (CSV)"), ("days", "Days (CSV)"),
    ("climbs", "Climbs (CSV)"), ("attempts", "Climb attempts (CSV)"),
    ("stories", "Stories (CSV)"), ("listening", "Listening (CSV)"), ("plays", "Plays (CSV)"),
    ("milestones", "Listening milestones (CSV)"),
    ("goals", "Goals (CSV)"), ("streak_minimums", "Streak minimums (CSV)"),
    ("rest_days", "Rest days (CSV)"),
    ("facts", "Author and book details (CSV)"),
    ("goodreads", "Goodreads library (CSV)"),
    ("ical", "Session calendar"), ("ical?titles=true", "Calendar with titles"),
  ]

  private func export(_ path: String, _ words: String) -> HTML {
    """
    <li><a class="button" href="/api/v1/exports/\(path)" download>\(words)</a></li>
    """
  }

  private var webhooks: HTML {
    """
    <p><a href="/webhooks">Webhooks</a> notify other apps when you reach a milestone.</p>
    """
  }

  private var data: HTML {
    """
    <section class="card" aria-labelledby="data"><h2 id="data">Your data</h2>
    <p><a href="/changes">Activity log</a>: undo any change.</p>
    \(fragment: conflicts.html)
    \(fragment: server.backup.map { "<p>\($0)</p>" })
    \(fragment: server.hasWebhooks ? webhooks : nil)
    <p><a class="button" href="/import">Import</a></p>
    <h3>Export</h3>
    <ul class="exports">\(fragment: HTML(Self.exports.map(export)))</ul>
    <p class="quiet">Your log is one file. <code>cairn backup</code> makes a verified copy.</p></section>
    """
  }
}
