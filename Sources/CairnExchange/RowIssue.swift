/// A problem with one row of a file that was otherwise parsed.
public struct RowIssue: Error, Sendable, Equatable {
  /// The line of the text on which the row starts, or the row's position in a table, from 1.
  public let line: Int
  /// The stable code, such as `csv.columns`.
  public let code: String
  /// One sentence with the value and the rule.
  public let message: String

  /// Creates an issue.
  public init(line: Int, _ code: String, _ message: String) {
    self.line = line
    self.code = code
    self.message = message
  }
}
