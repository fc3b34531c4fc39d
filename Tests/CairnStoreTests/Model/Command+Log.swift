import Cairn
import CairnActions
import CairnStore

extension Command {
  /// Applies the command to a log; `lines` are the ids of its history entries, oldest first.
  func run(on log: Log, zone: String, lines: [RecordID]) async throws {
    switch self {
    case .undo(let line): _ = try await log.undo(line.map { lines[$0] })
    case .redo: _ = try await log.redo()
    case .setting(let setting, let value): try await log.set(setting.name, to: value)
    default: try await log.write(title) { try run(in: $0, zone) }
    }
  }

  private var title: String { String("\(self)".prefix { $0 != "(" }) }

  private func run(in writer: LogWriter, _ zone: String) throws {
    switch self {
    case .addBook(let title, let pages, let status):
      try AddBook(NewBook(title: title, pages: pages, status: status), zone: zone).run(in: writer)
    case .changeStatus(let status, let id): try ChangeStatus(status, id, zone: zone).run(in: writer)
    case .setPages(let pages, let id): try SetPageCount(pages, of: id).run(in: writer)
    case .deleteBook(let id): try DeleteBook(id, withOpenSession: true).run(in: writer)
    case .read(let id, let start): _ = try writer.startReading(id, at: start, zone: zone)
    case .swim(let pool, let start):
      _ = try writer.start(Swimming(pool: pool), at: start, zone: zone)
    case .pause(let id): try writer.pause(id, at: nil)
    case .resume(let id): try writer.resume(id, at: nil)
    case .deleteSession(let id): try writer.delete(SessionRecord.kind, id.record)
    case .readings(let id, let command): try command.run(in: writer, id, zone)
    case .endReading, .endSwimming: try end(in: writer, zone)
    case .trackReading, .trackSwimming: try track(in: writer, zone)
    default: try edit(in: writer)
    }
  }

  private func end(in writer: LogWriter, _ zone: String) throws {
    switch self {
    case .endReading(let id, let page, let allowShort):
      _ = try writer.endReading(
        id,
        position: { (book) throws(CairnError) in
          try page.map { (page) throws(CairnError) in try book.page(page) }
        },
        at: nil,
        zone: zone,
        allowShort: allowShort
      )
    case .endSwimming(let id, let laps, let allowShort):
      try writer.change(id, as: Swimming.self) { (session) throws(CairnError) in
        session.detail.laps = laps
        try session.end(at: writer.now, zone: zone, allowShort: allowShort)
      }
    default: break
    }
  }

  private func track(in writer: LogWriter, _ zone: String) throws {
    switch self {
    case .trackReading(let id, let segments, let pages, let page, let adjust):
      _ = try writer.trackReading(
        id,
        segments,
        zone: zone,
        note: nil,
        pages: pages,
        reaching: { (book) throws(CairnError) in
          try page.map { (page) throws(CairnError) in try book.page(page) }
        },
        adjust: adjust,
        allowShort: false
      )
    case .trackSwimming(let pool, let segments, let laps, let adjust):
      _ = try writer.track(
        Swimming(pool: pool, laps: laps),
        segments,
        zone: zone,
        note: nil,
        adjust: adjust,
        allowShort: false
      )
    default: break
    }
  }

  private func edit(in writer: LogWriter) throws {
    switch self {
    case .resize(let id, let start, let end, let adjust):
      try writer.change(id, as: NoDetail.self, adjust: adjust) { (session) throws(CairnError) in
        try session.resize(start: start, end: end)
      }
    case .move(let id, let start, let adjust):
      try writer.change(id, as: NoDetail.self, adjust: adjust) { (session) throws(CairnError) in
        try session.move(to: start)
      }
    case .note(let id, let note): try writer.change(id, as: NoDetail.self) { $0.note = note }
    case .sit(let id, let before, let after, let place):
      try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
        try session.sit(before, after, place)
      }
    case .reason(let id, let reason):
      try writer.change(id, as: NoDetail.self) { (session) throws(CairnError) in
        try session.setReasonOfLastPause(reason)
      }
    case .split(let id, Reading.kind, let cut):
      _ = try writer.split(id, as: Reading.self, at: cut)
    case .split(let id, _, let cut): _ = try writer.split(id, as: Swimming.self, at: cut)
    case .merge(let id, let other, Reading.kind):
      _ = try writer.merge(id, other, as: Reading.self)
    case .merge(let id, let other, _): _ = try writer.merge(id, other, as: Swimming.self)
    default: break
    }
  }
}

extension Session {
  /// Sets moods and place.
  mutating func sit(_ before: Int64?, _ after: Int64?, _ place: String?) throws(CairnError) {
    try sessionContext.setMoodBefore(before)
    try sessionContext.setMoodAfter(after)
    sessionContext.setPlace(place)
  }
}
