/// An error in a JSON text, with its position.
public struct JSONError: Error, Sendable, Equatable {
  /// The byte offset from the start of the input to the error.
  public let offset: Int
  /// The rule that the text violates.
  public let reason: Reason

  /// Creates an error from a byte offset and a reason.
  public init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// A rule of RFC 8259, or of this project, that a text violates.
  public struct Reason: Sendable, Equatable {
    private let rule: Rule

    /// The rule, worded as the second half of a sentence.
    public var text: String { rule.text }

    /// The input ends inside a value.
    public static let unfinished = Reason(rule: .unfinished)
    /// The grammar does not allow this byte here.
    public static let unexpected = Reason(rule: .unexpected)
    /// More text follows the value.
    public static let trailing = Reason(rule: .trailing)
    /// The value has another type than the expected one.
    public static let kind = Reason(rule: .kind)
    /// A number has a leading zero, or lacks a required digit.
    public static let number = Reason(rule: .number)
    /// An integer is expected, and this number has a fraction, an exponent or more than 64 bits.
    public static let integer = Reason(rule: .integer)
    /// A string contains an unescaped byte below 0x20.
    public static let control = Reason(rule: .control)
    /// A backslash is followed by an invalid escape.
    public static let escape = Reason(rule: .escape)
    /// An escaped surrogate has no counterpart.
    public static let surrogate = Reason(rule: .surrogate)
    /// A string is not valid UTF-8.
    public static let encoding = Reason(rule: .encoding)
    /// Values are nested deeper than the limit.
    public static let depth = Reason(rule: .depth)
    /// An array has more elements than are accepted at once.
    public static let tooMany = Reason(rule: .tooMany)
    /// The text declares a version later than this one.
    public static let laterVersion = Reason(rule: .laterVersion)
    /// The text declares a version earlier than the first that can be read.
    public static let earlierVersion = Reason(rule: .earlierVersion)
    /// An object has a duplicate key.
    public static let repeatedKey = Reason(rule: .repeatedKey)
  }

  /// A rule as a single byte, so that the reader copies no strings.
  private enum Rule {
    case unfinished, unexpected, trailing, kind, number, integer, control, escape, surrogate
    case encoding, depth, tooMany, laterVersion, earlierVersion, repeatedKey

    var text: String {
      switch self {
      case .unfinished: "the text ends too early"
      case .unexpected: "unexpected character"
      case .trailing: "unexpected text after the value"
      case .kind: "unexpected type of value"
      case .number: "invalid number"
      case .integer: "expected a whole number of at most 64 bits"
      case .control: "a control character is not escaped"
      case .escape: "the escape is unknown"
      case .surrogate: "half of a surrogate pair is missing"
      case .encoding: "the string is not UTF-8"
      case .depth: "values are nested too deeply"
      case .tooMany: "the list is too long"
      case .laterVersion: "it has a later version"
      case .earlierVersion: "it has an earlier version"
      case .repeatedKey: "the object has a duplicate key"
      }
    }
  }
}

extension CairnError {
  /// Creates the error for users from a parser error: code `json.invalid`.
  public init(_ error: JSONError) {
    self.init(
      "json.invalid",
      "The JSON is invalid: \(error.reason.text) (byte \(error.offset)).",
      hint: "Check the text at that byte."
    )
  }
}
