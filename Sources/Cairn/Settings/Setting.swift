/// A user setting that syncs to all devices.
public struct Setting: Named {
  /// The stored name.
  public let name: String
  /// The label on pages and in the activity log.
  public let label: String
  /// The meaning of the setting, in one sentence.
  public let summary: String
  /// The default value.
  public let standard: String

  init(_ name: String, _ label: String, standard: String, _ summary: String) {
    self.name = name
    self.label = label
    self.standard = standard
    self.summary = summary
  }

  /// The hour at which a day starts, for all kinds: 0 to 23.
  public static let dayStartHour = Setting(
    "dayStartHour",
    "Days start at",
    standard: "0",
    "The hour (0 to 23) at which a day starts."
  )

  /// Whether reaching the last page finishes a book.
  public static let autoFinish = Setting(
    "autoFinish",
    "Mark finished at last page",
    standard: "yes",
    "Mark a book finished at the last page (yes or no)."
  )

  /// The day on which a week starts, by its English name.
  public static let weekStart = Setting(
    "weekStart",
    "Weeks start on",
    standard: WeekStart.monday.name,
    "The first day of the week (monday to sunday)."
  )

  /// Whether a streak counts days or weeks.
  public static let streakCadence = Setting(
    "streakCadence",
    "Count streaks in",
    standard: "daily",
    "Count streaks in days or weeks (daily or weekly)."
  )

  /// The default scale of boulder grades.
  public static let boulderScale = Setting(
    "boulderScale",
    "Boulder grades",
    standard: GradeScale.v.name,
    "The scale of boulder grades (V or FONT)."
  )

  /// The default scale of route grades.
  public static let routeScale = Setting(
    "routeScale",
    "Route grades",
    standard: GradeScale.yds.name,
    "The scale of route grades (YDS, FRENCH, UIAA, EWBANK or SAXON)."
  )

  /// The languages that the person reads; books originally in another one are translations.
  public static let readingLanguage = Setting(
    "readingLanguage",
    "Languages you read",
    standard: "en",
    "The languages you read, separated by commas (en, de); other books are translations."
  )

  /// Whether the app may ask a question after a reading session.
  public static let askAfterReading = Setting(
    "askAfterReading",
    "Ask a question after reading",
    standard: "yes",
    "Ask a question about a book after reading (yes or no)."
  )

  /// The notation of times of day, by the name of its ``ClockStyle``.
  public static let clockStyle = Setting(
    "clockStyle",
    "Time format",
    standard: ClockStyle.twentyFourHours.name,
    "The notation of times of day (24h for 20:40, 12h for 8:40 PM)."
  )

  /// The activities that Today offers, as the text of ``ChosenActivities``.
  public static let activities = Setting(
    "activities",
    "Activities",
    standard: ChosenActivities.all.text,
    "The activities that Today offers (all, or names such as reading, climbing)."
  )

  /// All settings of a log.
  public static let all = [
    dayStartHour, autoFinish, weekStart, streakCadence, boulderScale, routeScale, readingLanguage,
    askAfterReading, clockStyle, activities,
  ]

  /// The kind of record that stores a setting.
  package static let recordKind = RecordKind("setting")

  /// Returns the record id of a setting, which is the same in every log.
  package static func recordID(_ name: String) -> RecordID {
    RecordID(derivedFrom: ["setting", name])
  }

  /// Returns whether the setting accepts a value.
  package func accepts(_ value: String) -> Bool {
    switch self {
    case .dayStartHour: Int64(value).map { (0...23).contains($0) } ?? false
    case .weekStart: WeekStart(name: value) != nil
    case .clockStyle: ClockStyle(name: value) != nil
    case .activities: ChosenActivities(text: value) != nil
    case .boulderScale: GradeScale(name: value)?.isForBoulders ?? false
    case .routeScale: GradeScale(name: value).map { !$0.isForBoulders } ?? false
    case .readingLanguage: ((try? Language.list(value))?.count ?? 0) > 0
    case .streakCadence: value == Cadence.daily.name || value == Cadence.weekly.name
    default: value == "yes" || value == "no"
    }
  }

  /// Returns a value in the letter case in which the setting accepts it; as it is if there is none.
  package func spelled(_ value: String) -> String {
    [value, value.lowercased(), value.uppercased()].first { accepts($0) } ?? value
  }

  /// Returns a value as the pages show it: `4:00`, `Sunday`.
  package func text(of value: String) -> String {
    switch self {
    case .dayStartHour: "\(value):00"
    case .weekStart, .activities: value.capitalizedFirst
    case .streakCadence: value == Cadence.weekly.name ? "Weeks" : "Days"
    case .autoFinish, .askAfterReading: value == "yes" ? "Yes" : "No"
    default: value
    }
  }

  private var hint: String {
    switch self {
    case .dayStartHour: "Give an hour from 0 to 23."
    case .weekStart: "Give a day from monday to sunday."
    case .clockStyle: "Give 24h or 12h."
    case .activities: "Give all, or activities separated by commas, such as reading, climbing."
    case .boulderScale: "Give V or FONT."
    case .routeScale: "Give YDS, FRENCH, UIAA, EWBANK or SAXON."
    case .readingLanguage: "Give languages separated by commas, such as en, de."
    case .streakCadence: "Give daily or weekly."
    default: "Give yes or no."
    }
  }

  /// Returns `setting.unknown`.
  package static func unknown(_ name: String) -> CairnError {
    CairnError(
      "setting.unknown",
      "There is no setting “\(name)”.",
      hint: "Choose one of \(all.map { $0.name }.joined(separator: ", "))."
    )
  }

  /// Validates a value before it is stored; throws `setting.invalid`.
  package func check(_ value: String) throws(CairnError) {
    guard !accepts(value) else { return }
    throw CairnError(
      "setting.invalid",
      "“\(value)” is not a valid value for “\(label)”.",
      hint: hint
    )
  }
}

/// A setting with the value that the person chose.
public struct ChosenSetting: Recorded {
  /// `setting`.
  public static var recordKind: RecordKind { Setting.recordKind }
  /// The name of the setting.
  public let name: String
  /// The value; nil for the default.
  public let value: String?

  /// Chooses a value, which is not validated.
  public init(_ setting: Setting, _ value: String?) { (name, self.value) = (setting.name, value) }

  /// The record ID, which is the same in every log.
  public var recordID: RecordID { Setting.recordID(name) }

  /// Reads a choice from stored fields; throws `record.malformed`.
  public init(recordID: RecordID, fields: Fields) throws(CairnError) {
    name = try fields.required("name", fields.text("name"))
    value = try fields.text("value")
  }

  /// Sets both fields.
  public func write(to fields: inout Fields) {
    fields.set("name", name)
    fields.set("value", value)
  }
}
