import Cairn
import CairnActions
import CairnInsights
import CairnJSON
import CairnReports
import CairnStore

extension CommandContext {
  /// Returns a duration in hours and minutes: `1h 05m`, `45m`, `under 1m`.
  func text(_ length: Milliseconds) -> String {
    length > .zero && length < .minutes(1) ? "under 1m" : length.hoursAndMinutes
  }

  /// Returns one line about an ended session: title, times, active time and short ID.
  func line(_ row: SessionRow) -> String {
    let title = row.title ?? row.kind.name
    return
      "“\(title.visible)”, \(times(row)), \(text(row.timeline.active(until: now))) (\(row.shortID.text))"
  }

  /// Returns `Mon 5 Jan 20:40–21:15` in the time zone of the session.
  private func times(_ row: SessionRow) -> String {
    let format = format(row.zone)
    if row.listening?.isDayOnly == true {
      return "\(format.day(row.day)) (no time)"
    }
    guard let end = row.endedAt else { return format.moment(row.startedAt) }
    return format.range(row.startedAt, end, until: self.format(row.endZone ?? row.zone))
  }

  /// Shows the session that was started, paused or resumed, and runs the hook.
  func showOpen(_ row: SessionRow, _ event: SessionEvent) -> ExitCode {
    defer { runHook(event, row) }
    if wantsData {
      output.print(data: row.report(at: now))
    } else {
      let timer = TimerState(row.timeline)
      let ran = timer.elapsed(at: now) > .zero ? ", \(text(timer.elapsed(at: now))) so far" : ""
      let begun = row.listening?.begun ?? ""
      let tags = row.sessionContext.tags
      let tagged = tags.isEmpty ? "" : ", \(tags.signed.visible)"
      let since = text(timer.since ?? now)
      output.info("\(event.done) \(row.what.visible), \(since)\(begun)\(ran)\(tagged).")
    }
    return .done
  }

  /// Shows the session that ended or was changed.
  func showEnded(_ row: SessionRow, _ done: String) -> ExitCode {
    if wantsData {
      output.print(data: row.report(at: now))
      return .done
    }
    let tags = row.sessionContext.tags
    output.info("\(done): \(line(row))\(tags.isEmpty ? "" : " \(tags.signed.visible)")")
    if let detail = detail(row) { output.info("  \(detail)") }
    return .done
  }

  /// Runs the person's program for an event of a session, and warns if it fails.
  func runHook(_ event: SessionEvent, _ row: SessionRow) {
    let hooks = Hooks(folder: directory.hooks)
    if let warning = hooks.run(event, row.report(at: now).json.text) { output.warn(warning) }
  }

  /// Writes to a log and reports the sessions that the write shortened.
  func write<Value: Sendable>(
    to log: Log,
    _ body: @escaping @Sendable (LogWriter) throws -> Value
  ) async throws -> Value {
    let (value, trimmed) = try await log.write { (try body($0), $0.effects.trimmed) }
    for row in trimmed where !wantsData { output.info("Trimmed: \(line(row))") }
    return value
  }

  /// Shows the session that was deleted or discarded.
  func showRemoved(_ row: SessionRow, _ done: String) -> ExitCode {
    if wantsData {
      output.print(data: row.report(at: now))
    } else {
      output.info("\(done). Restore it with `cairn undo`.")
    }
    return .done
  }

  /// Returns pages and pace, climbs, or audio positions, depending on the kind of session.
  func detail(_ row: SessionRow) -> String? {
    if let climbing = row.climbing {
      return "\(counted(climbing.climbs, "climb")), \(counted(climbing.attempts, "attempt")), "
        + "\(climbing.sends) sent"
    }
    if let listening = row.listening { return listening.text }
    if let figures = figures(row) { return figures }
    guard let pages = row.pages else { return excludedPagesReason(row) }
    var sums = PaceSums()
    sums.add(pages: pages, active: row.active)
    // Seconds give no pace: three pages in half a minute are not 360 an hour.
    let pace = row.active < .minutes(1) ? nil : pagesPerHour(sums).value
    let speed = pace.map { ", \($0.wholeText) \($0 == 100 ? "page" : "pages") an hour" } ?? ""
    let to = row.endPosition.map { " to \(text(of: $0))" } ?? ""
    return "\(counted(pages, "page"))\(to)\(speed)"
  }

  /// Returns the amount and the pace of an activity kind; nil if unknown.
  func figures(_ row: SessionRow) -> String? {
    let figures = modules[row.kind]?.figures(row.amount, in: row.active) ?? []
    return figures.isEmpty ? nil : figures.joined(separator: ", ")
  }

  /// Explains why a session with an end position counts no pages; nil without an end position.
  private func excludedPagesReason(_ row: SessionRow) -> String? {
    guard row.kind == Reading.kind, let end = row.endPosition else { return nil }
    return "to \(text(of: end)); pages not counted, because the start is unknown. Set it with "
      + "`cairn edit \(row.shortID.text) --start-page N`"
  }

  /// `page 212 of 604`, `42.5 %`, `location 1234`.
  func text(of position: Position) -> String {
    if position.unit == .percent { return "\(decimal(position.value)) %" }
    return "\(position.unit.name) \(position.value)" + (position.total.map { " of \($0)" } ?? "")
  }

  /// Returns hundredths as a decimal without trailing zeros: `42`, `42.5`, `42.55`.
  func decimal(_ hundredths: Int64) -> String { hundredths.hundredthsText }

  /// `42m so far, running since Mon 5 Jan 20:40`.
  func timer(_ row: SessionRow) -> String {
    let timer = TimerState(row.timeline)
    let since = timer.since.map { ", \(timer.name) since \(text($0))" } ?? ""
    return "\(text(timer.elapsed(at: now))) so far\(since)"
  }

  /// Shows all open sessions, or a message when there is none.
  func show(
    open rows: [SessionRow],
    _ activeDevice: [SessionID: ActiveDevice],
    _ devices: DeviceNames
  ) {
    if wantsData {
      output.print(data: rows.map { $0.report(at: now) })
    } else if rows.isEmpty {
      let message =
        "No session is open. Start one with `cairn start read TITLE`, "
        + "`cairn start listen TITLE` or `cairn start climb`."
      let lines = TextLayout.wrap(message, width: output.standardOutput.columns ?? .max)
      lines.forEach(output.info)
    } else {
      for row in rows {
        let climbs = row.climbing.map { ", \(counted($0.climbs, "climb"))" } ?? ""
        let begun = row.listening?.begun ?? ""
        output.print("\(row.what.visible)\(climbs)\(begun), \(timer(row))")
        let device = activeDevice[row.id] ?? .here
        let name = devices.name(of: device)?.visible
        if let since = device.since.flatMap({ device.text(since: text($0), on: name) }) {
          output.printHint("  \(since); move it here with `cairn resume`")
        }
      }
    }
  }
}

extension TimerState {
  /// The start of the current run or pause; nil otherwise.
  fileprivate var since: Instant? {
    switch self {
    case .running(let since, _), .paused(let since, _): since
    default: nil
    }
  }
}
