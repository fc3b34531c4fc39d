import Cairn
import CairnReports

/// A line about an open session, for a prompt or a status bar: `{title} {time}`.
struct StatusFormat: Sendable {
  /// The names that a format may have in braces.
  static let names = ["kind", "title", "what", "time", "clock", "state", "since", "id"]

  private let parts: [(text: String, name: String?)]

  /// Reads a format; throws `usage.value` for a name it does not know.
  init(_ format: String) throws(CairnError) {
    var parts: [(String, String?)] = []
    var rest = format[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      guard Self.names.contains(name) else { throw .unknownName(name) }
      parts.append((String(rest[..<open]), name))
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [(String(rest), nil)]
  }

  /// Returns the line about a session.
  func text(_ row: SessionRow, _ context: CommandContext) -> String {
    parts.map { $0.text + ($0.name.map { value($0, row, context) } ?? "") }.joined()
  }

  private func value(_ name: String, _ row: SessionRow, _ context: CommandContext) -> String {
    let timer = TimerState(row.timeline)
    switch name {
    case "kind": return row.kind.name
    case "title": return (row.title ?? row.kind.name).visible
    case "what": return row.what.visible
    case "time": return context.text(timer.elapsed(at: context.now))
    case "clock": return timer.text(at: context.now)
    case "state": return timer.name
    case "since": return context.format(row.zone).clock(row.startedAt)
    default: return row.shortID.text
    }
  }
}

extension CairnError {
  fileprivate static func unknownName(_ name: String) -> CairnError {
    CairnError(
      "usage.value",
      "--format has no {\(name)}.",
      hint: "It has \(StatusFormat.names.map { "{\($0)}" }.joined(separator: ", "))."
    )
  }
}
