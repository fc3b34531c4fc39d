import Foundation

/// One match of a pattern: the line it starts on, counted from 1, and its groups.
struct Match: Sendable {
  let line: Int
  /// The captured groups, an empty string for a group that took no part.
  let groups: [String]
}

extension String {
  /// Every match of a regular expression, `^` and `$` meaning line ends.
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

  /// Swift text without comments and without what strings say; every line stays where it is.
  ///
  /// A string that holds a quote inside an interpolation is cut in two, which no rule minds.
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

  /// What the strings of Swift text say, with the line each starts on; what is put into one is left
  /// out.
  var sayings: [Match] {
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
