import Cairn
import CairnInsights
import CairnStore

extension Surroundings {
  /// A length in hours and minutes: `1h 05m`, `45m`, `under 1m`.
  func text(_ length: Milliseconds) -> String {
    length > .zero && length < .minutes(1) ? "under 1m" : length.hoursAndMinutes
  }

  /// What a session that ended looks like in one line.
  func line(_ row: SessionRow) -> String {
    let title = row.title ?? row.kind.name
    return "“\(title.visible)”, \(text(row.startedAt)), \(text(row.active)) (\(row.shortID.text))"
  }

  /// Shows the session that was started, paused or resumed.
  func showOpen(_ id: SessionID, _ done: String, in log: Log) async throws -> ExitCode {
    guard let row = try await stored(id, in: log) else { return .refused }
    if wantsJSON {
      output.print(row.json(at: now).text)
    } else {
      output.say("\(done) \(row.what.visible), \(timer(row)).")
    }
    return .done
  }

  /// The session a command has stored; not being able to read it must not sound as if it were not.
  private func stored(_ id: SessionID, in log: Log) async throws -> SessionRow? {
    do { return try await log.session(id) } catch let error as CairnError {
      throw CairnError(
        error.code,
        "It is stored, but could not be read again. \(error.message)",
        hint: "There is no need to do it again; `cairn log` shows it."
      )
    }
  }

  /// Shows the session that ended or was changed.
  func showEnded(_ id: SessionID, _ done: String, in log: Log) async throws -> ExitCode {
    guard let row = try await stored(id, in: log) else { return .refused }
    if wantsJSON {
      output.print(row.json(at: now).text)
      return .done
    }
    output.say("\(done): \(line(row))")
    if let detail = detail(row) { output.say("  \(detail)") }
    return .done
  }

  /// Pages and pace of a reading session, or nil when no place is known.
  func detail(_ row: SessionRow) -> String? {
    guard let pages = row.amount else { return nil }
    var sums = PaceSums()
    sums.add(pages: pages, active: row.active)
    let pace = pagesPerHour(sums)
    let speed = pace.value.map { ", \($0 / 100) pages an hour" } ?? ""
    let to = row.endPosition.map { " to \(place($0))" } ?? ""
    return "\(pages) pages\(to)\(speed)"
  }

  /// `page 212 of 604`, `42.5 %`, `location 1234`.
  func place(_ position: Position) -> String {
    if position.unit == .percent { return "\(decimal(position.value)) %" }
    return "\(position.unit.name) \(position.value)" + (position.total.map { " of \($0)" } ?? "")
  }

  /// Hundredths as a decimal without needless zeros: `42`, `42.5`, `42.55`.
  func decimal(_ hundredths: Int64) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(padded(rest, 2))"
  }

  /// `running for 0:42:10 since 20:40` or `paused at 0:42:10 since 21:05`.
  func timer(_ row: SessionRow) -> String {
    let timer = TimerState(row.timeline)
    switch timer {
    case .running(let since, _):
      return "running for \(timer.text(at: now)), since \(text(since))"
    case .paused(let since, _):
      return "paused at \(timer.text(at: now)), since \(text(since))"
    default:
      return "ended"
    }
  }

  /// Shows all open sessions, or says that there is none.
  func show(open rows: [SessionRow]) {
    if wantsJSON {
      output.print(JSON.array(rows.map { $0.json(at: now) }).text)
    } else if rows.isEmpty {
      output.say("Nothing is running.")
    } else {
      for row in rows { output.print("\(row.what.visible), \(timer(row))") }
    }
  }

  /// Prints an array with one element on each line.
  func printJSON(_ elements: [JSON]) {
    guard !elements.isEmpty else { return output.print("[]") }
    let lines = elements.enumerated().map { index, element in
      element.text + (index + 1 < elements.count ? "," : "")
    }
    output.print(lines: ["["] + lines + ["]"])
  }
}
