/// What is wrong with one row of a file that was read nevertheless.
public struct RowIssue: Error, Sendable, Equatable {
  /// Where the row begins: the physical line of a text, from 1, or the place in a table, from 1.
  public let line: Int
  /// A stable name such as `csv.columns`.
  public let code: String
  /// One sentence that names the value and the rule.
  public let message: String

  /// Makes an issue from the line, a stable code and a sentence.
  public init(line: Int, _ code: String, _ message: String) {
    self.line = line
    self.code = code
    self.message = message
  }
}
