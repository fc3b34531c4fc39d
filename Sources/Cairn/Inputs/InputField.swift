/// A field of an act or of the details of a session: how it is typed, described and, for a detail, stored.
///
/// Every interface derives its part from it: the option, the form field, the JSON member (ADR 36).
public struct InputField: Sendable {
  /// The values that a field can have.
  package enum Form: Sendable {
    /// A number with a fixed number of decimals, stored without its point.
    case number(ClosedRange<Int64>, decimals: Int)
    /// One of several words.
    case choice([String])
    /// A text with a limit in bytes.
    case text(limit: Int)
    /// Several texts; a person separates them with semicolons, or with commas if no text contains one.
    case list(limit: Int, hasCommas: Bool)
    /// Yes or no, with the option for no and its label, and the label of the option that clears.
    case flag(no: (option: String, label: String)?, clear: String?)
    /// A length of audio, which JSON has in seconds.
    case audio
    /// A time.
    case instant
    /// A date of which only the year, or year and month, may be known.
    case date
    /// The id of a record.
    case id
  }

  /// The name of the JSON member, and of the column of a detail: `metres`; no two kinds share one.
  public let name: StaticString
  /// The name in a record.
  public let key: String
  /// The name where a person types: of the form field, and with hyphens of the option: `distance`.
  public let option: String
  /// What the field is, in a form and in help: `Distance`.
  public let label: String
  /// The unit, or an empty string.
  public let unit: String
  /// A value as a person types it; nil if the label needs none.
  public private(set) var example: String?
  /// Whether it is an amount: summed over days and merged sessions, and divided when a session is split.
  public private(set) var isAmount = false
  /// Whether a person can clear the value.
  public private(set) var isClearable = true
  /// Whether every act has the field.
  public private(set) var isRequired = false
  package let form: Form

  private init(
    _ name: StaticString,
    _ option: String?,
    _ label: String,
    _ form: Form,
    unit: String = "",
    _ example: String? = nil
  ) {
    (self.name, key, self.option) = (name, name.description, option ?? name.description)
    (self.label, self.unit, self.form, self.example) = (label, unit, form, example)
  }
}

extension InputField {
  /// Returns a field with a number; the range is that of the stored number, such as metres for `5.2` km.
  public static func number(
    _ name: StaticString,
    option: String? = nil,
    _ label: String,
    in range: ClosedRange<Int64> = .min ... .max,
    decimals: Int = 0,
    unit: String = "",
    example: String? = nil
  ) -> InputField {
    InputField(name, option, label, .number(range, decimals: decimals), unit: unit, example)
  }

  /// Returns a field with one of several words.
  public static func choice(
    _ name: StaticString,
    option: String? = nil,
    _ label: String,
    of words: [String]
  ) -> InputField {
    InputField(name, option, label, .choice(words))
  }

  /// Returns a field with a text on one line; an example contains no punctuation.
  public static func text(
    _ name: StaticString,
    _ label: String,
    example: String? = nil,
    limit: Int = 1_000
  ) -> InputField {
    InputField(name, nil, label, .text(limit: limit), example)
  }

  /// The limit of a long text in bytes: enough for the longest review, which still fits in a form body if
  /// percent-encoding triples it.
  public static var longTextLimit: Int { 100_000 }

  /// Returns a field with a text on several lines.
  public static func longText(_ name: StaticString, _ label: String) -> InputField {
    InputField(name, nil, label, .text(limit: longTextLimit))
  }

  /// Returns a field with several texts, at most `limit`, which can contain commas if `hasCommas` is true.
  public static func list(
    _ name: StaticString,
    _ label: String,
    limit: Int,
    hasCommas: Bool = false
  ) -> InputField {
    InputField(name, nil, label, .list(limit: limit, hasCommas: hasCommas))
  }

  /// Returns a field that is true or false.
  ///
  /// `no` has the option for false with its label, and `clear` is the label of the option that clears.
  public static func flag(
    _ name: StaticString,
    _ label: String,
    no: (option: String, label: String)? = nil,
    clear: String? = nil
  ) -> InputField {
    InputField(name, nil, label, .flag(no: no, clear: clear))
  }

  /// Returns a field with a length of audio or a position in it.
  public static func audio(
    _ name: StaticString,
    option: String,
    _ label: String,
    example: String
  ) -> InputField {
    InputField(name, option, label, .audio, example)
  }

  /// Returns a field with a time.
  public static func instant(_ name: StaticString, _ label: String) -> InputField {
    InputField(name, nil, label, .instant)
  }

  /// Returns a field with a date of which only the year, or year and month, may be known.
  public static func date(_ name: StaticString, _ label: String) -> InputField {
    InputField(name, nil, label, .date, "2025-03-05, 2025-03 or 2025")
  }

  /// Returns a field with the id of a record.
  public static func id(_ name: StaticString, _ label: String) -> InputField {
    InputField(name, nil, label, .id)
  }

  /// The field as an amount; its range must start at 0, because a split can leave nothing in one part.
  public var amount: InputField {
    precondition(accepts(.integer(0)), "an amount starts at 0")
    var field = self
    field.isAmount = true
    return field
  }

  /// The field with a value that cannot be cleared.
  public var kept: InputField {
    var field = self
    field.isClearable = false
    return field
  }

  /// The field as one that every act has.
  public var required: InputField {
    var field = kept
    field.isRequired = true
    return field
  }

  /// Whether it can be a detail of a session: a choice, or a number that can be divided by time.
  var isDetail: Bool {
    switch form {
    case .number(let range, _): range.lowerBound >= 0 && range.upperBound <= 100_000_000
    case .choice: true
    default: false
    }
  }
}
