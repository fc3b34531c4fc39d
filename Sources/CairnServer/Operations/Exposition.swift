/// The Prometheus text exposition format, version 0.0.4.
struct Exposition: Sendable {
  private(set) var text = ""

  /// The type of a metric.
  enum Kind: String {
    /// A value that only increases until the process exits.
    case counter
    /// A value that increases and decreases.
    case gauge
    /// Cumulative counts of observations in buckets.
    case histogram
  }

  /// Starts a metric; `help` is a sentence.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample.
  mutating func add(_ name: String, _ labels: [(String, String)], _ value: String) {
    let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(value)\n"
  }

  /// Adds a metric with one sample; nothing if the value is nil.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: (some Any)?) {
    guard let value else { return }
    begin(name, kind, help)
    add(name, [], "\(value)")
  }

  /// Formats microseconds as seconds: `0.0125`.
  static func seconds(micros: Int64) -> String {
    var digits = String(1_000_000 + micros % 1_000_000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(micros / 1_000_000)" + (digits.isEmpty ? "" : ".\(digits)")
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, sign in
      switch sign {
      case "\\", "\"": escaped += "\\\(sign)"
      case "\n": escaped += "\\n"
      default: escaped.append(sign)
      }
    }
  }
}
