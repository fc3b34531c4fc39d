/// Why a text is not JSON, and where.
public struct JSONError: Error, Sendable, Equatable {
  /// Bytes from the start of the input to the place that could not be read.
  public let offset: Int
  /// The rule that was broken.
  public let reason: Reason

  /// Makes an error from a byte offset and a reason.
  public init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  /// A rule of RFC 8259, or of this project, that a text breaks.
  public struct Reason: Sendable, Equatable {
    private let rule: Rule

    /// The rule as the second half of a sentence.
    public var text: String { rule.text }

    /// The input stops inside a value.
    public static let unfinished = Reason(rule: .unfinished)
    /// A byte stands where the grammar allows something else.
    public static let unexpected = Reason(rule: .unexpected)
    /// Something follows the value.
    public static let trailing = Reason(rule: .trailing)
    /// Another kind of value is needed here than the one found.
    public static let kind = Reason(rule: .kind)
    /// A number has a leading zero, or no digit where one is needed.
    public static let number = Reason(rule: .number)
    /// A whole number is needed and this one has a fraction, an exponent or more than 64 bits.
    public static let integer = Reason(rule: .integer)
    /// A string holds a byte below 0x20 that should have been escaped.
    public static let control = Reason(rule: .control)
    /// A backslash is followed by something that is no escape.
    public static let escape = Reason(rule: .escape)
    /// An escaped surrogate has no partner.
    public static let surrogate = Reason(rule: .surrogate)
    /// A string is not valid UTF-8.
    public static let encoding = Reason(rule: .encoding)
    /// Values are nested deeper than the limit.
    public static let depth = Reason(rule: .depth)
    /// A list has more elements than are taken at once.
    public static let tooMany = Reason(rule: .tooMany)
    /// The text says to be of a version that comes after this one.
    public static let laterVersion = Reason(rule: .laterVersion)
    /// An object has a key twice.
    public static let repeatedKey = Reason(rule: .repeatedKey)
  }

  /// A byte, so that the reader hands on no texts.
  private enum Rule {
    case unfinished, unexpected, trailing, kind, number, integer, control, escape, surrogate
    case encoding, depth, tooMany, laterVersion, repeatedKey

    var text: String {
      switch self {
      case .unfinished: "the text ends too early"
      case .unexpected: "another character is expected here"
      case .trailing: "something follows the value"
      case .kind: "another kind of value is expected here"
      case .number: "the number is not written correctly"
      case .integer: "a whole number of at most 64 bits is expected here"
      case .control: "a control character is not escaped"
      case .escape: "the escape is unknown"
      case .surrogate: "half of a surrogate pair is missing"
      case .encoding: "the string is not UTF-8"
      case .depth: "values are nested too deeply"
      case .tooMany: "the list is too long"
      case .laterVersion: "it is of a later version"
      case .repeatedKey: "the object has a key twice"
      }
    }
  }
}

extension CairnError {
  /// Makes the error a person sees from the one the parser gives: code `json.invalid`.
  public init(_ error: JSONError) {
    self.init(
      "json.invalid",
      "This is not valid JSON: \(error.reason.text) (byte \(error.offset)).",
      hint: "Check the text at that place."
    )
  }
}
