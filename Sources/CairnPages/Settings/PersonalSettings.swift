package import Cairn
package import CairnHTML
package import CairnInsights

/// The settings of the person: appearance, goals, days and weeks, and preferences of each activity.
package struct PersonalSettings {
  private let frame: PageFrame
  private let modules: [KindModule]
  private let activities: ChosenActivities
  /// The values of the settings by name.
  private let values: [String: String]
  private let minimum: StreakMinimum
  private let goals: [GoalProgress]
  /// Whether the page can change the time zone.
  private let choosesZone: Bool
  private let formError: FormError?

  /// Creates the settings.
  package init(
    frame: PageFrame,
    modules: [KindModule],
    activities: ChosenActivities,
    values: [String: String],
    minimum: StreakMinimum,
    goals: [GoalProgress],
    choosesZone: Bool,
    formError: FormError?
  ) {
    (self.frame, self.values, self.minimum, self.goals) = (frame, values, minimum, goals)
    (self.modules, self.activities) = (modules, activities)
    (self.choosesZone, self.formError) = (choosesZone, formError)
  }

  private var zone: String { frame.clock.zone.name }

  package var html: HTML {
    """
    \(fragment: appearance)
    \(fragment: activityForm)
    \(fragment: goalForms.card)
    \(fragment: days)
    """
  }

  private var activityForm: HTML {
    let own = formError.at(.activities)
    return """
      <section class="card" aria-labelledby="activities"><h2 id="activities">Activities</h2>
      \(fragment: own.map { alert($0.error) })
      <form class="form" method="post" action="/settings/activities">\(fragment: frame.key("activities"))
      \(fragment: ActivityPicks(modules: modules, chosen: activities, typed: own?.typed).html)
      <p class="quiet">Today offers only these. Past sessions stay in every total.</p>
      <button class="wide">Update activities</button></form></section>
      """
  }

  private var goalForms: GoalForms {
    GoalForms(
      frame: frame,
      goals: goals,
      back: SettingsPage.Tab.you.path,
      formError: formError
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
    \(fragment: choosesZone ? defaultZone : DescriptionList([("Time zone", zone)]).html)
    \(fragment: frame.person != nil ? accountCard : choosesZone ? nil : deviceCard)
    <div class="pair">
    \(fragment: choice(.dayStartHour, (0...23).map { ("\($0)", ClockStyle.current.text(hour: $0)) }))
    \(fragment: choice(.clockStyle, ClockStyle.all.map { ($0.name, $0.text(hour: 20)) }))
    \(fragment: choice(.weekStart, WeekStart.all.map { ($0.name, $0.name.capitalizedFirst) }))
    \(fragment: choice(.streakCadence, [("daily", "Days"), ("weekly", "Weeks")]))
    \(fragment: Field.text("streakMinimum", "Daily minimum for streak", typedMinimum, hint: "none, 10 minutes, 20 pages"))
    </div>
    <h3>Reading</h3><div class="pair">
    \(fragment: choice(.autoFinish, [("yes", "Yes"), ("no", "No")]))
    \(fragment: choice(.askAfterReading, [("yes", "Yes"), ("no", "No")]))
    \(fragment: Field.text("readingLanguage", Setting.readingLanguage.label, value(.readingLanguage), hint: "en, de"))
    </div>
    <h3>Climbing</h3><div class="pair">
    \(fragment: choice(.boulderScale, Self.scales(forBoulders: true)))
    \(fragment: choice(.routeScale, Self.scales(forBoulders: false)))
    </div>
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

  private func choice(_ setting: Setting, _ all: [(String, String)]) -> HTML {
    Field.choice(setting.name, setting.label, all, value(setting))
  }
}
