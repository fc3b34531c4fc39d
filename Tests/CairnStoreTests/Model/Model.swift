import Cairn
import CairnStore

/// The expected content of a log: a dictionary with linear search.
///
/// Uses the product's rules for a single session or book, which have their own tests. Implements storing, finding,
/// rejecting because of other records, and undo independently.
struct Model {
  struct Key: Hashable, Sendable {
    let kind: RecordKind
    let id: RecordID
  }

  /// One history entry: the fields of each record before and after it.
  struct Line {
    var changes: [Key: (was: Fields?, now: Fields)] = [:]
    var undoes: Int?
  }

  private(set) var things: [Key: Fields] = [:]
  private(set) var lines: [Line] = []
  var now: Instant
  var zone = "UTC"
  private var made: [Key] = []

  /// The id of the device in records.
  let device: String

  init(now: Instant, device: String) {
    (self.now, self.device) = (now, device)
  }

  /// Applies a user action, or throws the reason for its rejection without any change.
  ///
  /// `made` are the records that the log has created for it; the model uses their ids.
  mutating func apply(_ command: Command, made: [Key]) throws {
    var next = self
    next.made = made
    var line = Line()
    switch command {
    case .undo(let number): line.undoes = try next.undo(number)
    case .redo: line.undoes = try next.redo()
    default:
      try next.perform(command)
      try next.followSessions(since: self)
    }
    if !next.made.isEmpty { throw Self.refused("made for nothing: \(next.made)") }
    for (key, fields) in next.things where things[key] != fields {
      line.changes[key] = (things[key], fields)
    }
    self = next
    if !line.changes.isEmpty { lines.append(line) }
  }

  static func refused(_ why: String) -> CairnError { CairnError("model.refused", why, hint: "") }

  /// Returns the id of a record that the log created for this command.
  mutating func newID(_ kind: RecordKind) -> RecordID {
    let index = made.firstIndex { $0.kind == kind }
    return index.map { made.remove(at: $0).id } ?? RecordID(high: 0, low: 0)
  }
}

// MARK: - Entities

extension Model {
  /// Returns all entities of a type that are not deleted.
  func all<Entity: Recorded>(_ type: Entity.Type) -> [Entity] {
    things.compactMap { key, fields in
      key.kind == Entity.recordKind && fields.deletion == nil
        ? try? Entity(recordID: key.id, fields: fields) : nil
    }
  }

  func find<Entity: Recorded>(_ type: Entity.Type, _ id: RecordID) throws -> Entity {
    let key = Key(kind: Entity.recordKind, id: id)
    guard let fields = things[key], fields.deletion == nil else {
      throw Self.refused("there is no \(Entity.recordKind.name)")
    }
    return try Entity(recordID: id, fields: fields)
  }

  mutating func put(_ thing: some Recorded) {
    let key = Key(kind: type(of: thing).recordKind, id: thing.recordID)
    var fields = things[key] ?? Fields()
    var newer = Fields()
    thing.write(to: &newer)
    newer.restore()
    for (name, value) in fields.changes(to: newer).members { fields[name] = value }
    things[key] = fields
  }

  mutating func set(_ name: String, _ value: FieldValue, _ kind: RecordKind, _ id: RecordID) {
    things[Key(kind: kind, id: id), default: Fields()][name] = value
  }
}

// MARK: - History

extension Model {
  func isInEffect(_ line: Int) -> Bool {
    !lines.indices.contains { undo in
      lines[undo].undoes == line && !lines.contains { $0.undoes == undo }
    }
  }

  private mutating func undo(_ number: Int?) throws -> Int {
    let last = lines.indices.last { lines[$0].undoes == nil && isInEffect($0) }
    guard var line = number ?? last else { throw Self.refused("nothing to undo") }
    if let undone = lines[line].undoes, let first = lines[undone].undoes { line = first }
    guard isInEffect(line) else { throw Self.refused("undone already") }
    return try takeBack(line)
  }

  private mutating func redo() throws -> Int {
    let undone = lines.indices.last { line in
      lines[line].undoes.map { lines[$0].undoes == nil } == true && isInEffect(line)
    }
    guard let undone else { throw Self.refused("nothing to redo") }
    return try takeBack(undone)
  }

  /// Restores the previous value of each field, unless one changed later; deletes created records.
  private mutating func takeBack(_ line: Int) throws {
    guard !isReadIn(lines[line].changes) else { throw Self.refused("read in since") }
    for (key, change) in lines[line].changes {
      guard let fields = things[key] else { throw Self.refused("gone") }
      guard let was = change.was else {
        guard fields.changes(to: change.now).isEmpty, change.now.changes(to: fields).isEmpty
        else { throw Self.refused("changed since") }
        set(RecordField.deleted, .text(Deletion.byUndo), key.kind, key.id)
        continue
      }
      // A deletion that is redone must not lose what was edited in between.
      if was.deletion != nil, change.now.deletion == nil,
        !change.now.changes(to: fields).isEmpty || !fields.changes(to: change.now).isEmpty
      {
        throw Self.refused("changed since")
      }
      for (name, now) in was.changes(to: change.now).members {
        guard fields[name] == now else { throw Self.refused("changed since") }
        set(name, was[name], key.kind, key.id)
      }
    }
    for (key, change) in lines[line].changes where key.kind == SessionRecord.kind {
      let hasMoved = (["segments", "endedAt"] + RecordField.existence).contains {
        change.was?[$0] != change.now[$0]
      }
      guard hasMoved, let session = try? find(Session<NoDetail>.self, key.id) else { continue }
      try requireFree(session)
    }
  }

  private mutating func takeBack(_ line: Int) throws -> Int {
    let () = try takeBack(line)
    return line
  }
}
