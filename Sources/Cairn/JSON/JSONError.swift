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
    /// The rule as the second half of a sentence.
    public let text: String

    /// The input stops inside a value.
    public static let unfinished = Reason(text: "the text ends too early")
    /// A byte stands where the grammar allows something else.
    public static let unexpected = Reason(text: "another character is expected here")
    /// Something follows the value.
    public static let trailing = Reason(text: "something follows the value")
    /// Another kind of value is needed here than the one found.
    public static let kind = Reason(text: "another kind of value is expected here")
    /// A number has a leading zero, or no digit where one is needed.
    public static let number = Reason(text: "the number is not written correctly")
    /// A whole number is needed and this one has a fraction, an exponent or more than 64 bits.
    public static let integer = Reason(text: "a whole number of at most 64 bits is expected here")
    /// A string holds a byte below 0x20 that should have been escaped.
    public static let control = Reason(text: "a control character is not escaped")
    /// A backslash is followed by something that is no escape.
    public static let escape = Reason(text: "the escape is unknown")
    /// An escaped surrogate has no partner.
    public static let surrogate = Reason(text: "half of a surrogate pair is missing")
    /// A string is not valid UTF-8.
    public static let encoding = Reason(text: "the string is not UTF-8")
    /// Values are nested deeper than the limit.
    public static let depth = Reason(text: "values are nested too deeply")
    /// A list has more elements than are taken at once.
    public static let tooMany = Reason(text: "the list is too long")
    /// The text says to be of a version that comes after this one.
    public static let laterVersion = Reason(text: "it is of a later version")
    /// An object has a key twice.
    public static let repeatedKey = Reason(text: "the object has a key twice")
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
