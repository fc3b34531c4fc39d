import Foundation

/// A match of a pattern: its groups and its first line, counted from 1.
struct Match: Sendable {
  let line: Int
  /// The captured groups; an unmatched group is an empty string.
  let groups: [String]
}

extension String {
  /// Returns all matches of a regular expression, with `^` and `$` at line boundaries.
  func matches(of pattern: String) -> [Match] {
    let whole = self as NSString
    var line = 1
    var read = 0
    return results(of: pattern).map { result in
      line += whole.newlines(in: NSRange(read..<result.range.location))
      read = result.range.location
      return Match(line: line, groups: result.groups(of: whole))
    }
  }

  /// Swift code without comments and contents of strings; line numbers are preserved.
  ///
  /// A string with a quote in an interpolation is split in two, which does not affect any rule.
  var codeOnly: String {
    let whole = self as NSString
    var kept = ""
    var read = 0
    for result in results(of: Self.commentOrString) {
      kept += whole.substring(with: NSRange(read..<result.range.location))
      kept += String(repeating: "\n", count: whole.newlines(in: result.range))
      read = result.range.location + result.range.length
    }
    return kept + whole.substring(from: read)
  }

  /// The contents of Swift strings without interpolations, with the line each starts on.
  var stringContents: [Match] {
    let inserted = #"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"#
    let strings = matches(of: "(" + Self.commentOrString + ")").filter {
      $0.groups[0].first == "\""
    }
    return strings.map { string in
      let text = string.groups[0].trimmingCharacters(in: ["\""])
      let cut = text.replacingOccurrences(of: inserted, with: "\n", options: .regularExpression)
      let parts = cut.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return Match(line: string.line, groups: parts.filter { !$0.isEmpty })
    }
  }

  private static let commentOrString =
    #"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/|"""(?:[^"]|"(?!""))*+"""|"(?:\\.|[^"\\\n])*+""#

  private func results(of pattern: String) -> [NSTextCheckingResult] {
    guard let expression = try? NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    else { return [] }
    return expression.matches(in: self, range: NSRange(location: 0, length: utf16.count))
  }
}

extension NSString {
  fileprivate func newlines(in range: NSRange) -> Int {
    substring(with: range).utf8.count { $0 == 10 }
  }
}

extension NSTextCheckingResult {
  fileprivate func groups(of whole: NSString) -> [String] {
    (1..<max(1, numberOfRanges)).map {
      range(at: $0).location == NSNotFound ? "" : whole.substring(with: range(at: $0))
    }
  }
}
