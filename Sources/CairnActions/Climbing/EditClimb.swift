public import Cairn

/// Changes to a climb; nil leaves a value unchanged.
public struct ClimbEdit: Sendable {
  /// The new name; an empty one clears it.
  public var name: String?
  /// The new grade as written; an empty one clears it.
  public var grade: String?
  /// The scale of the grade; nil for the climb's current scale, or else the person's preferred one.
  public var scale: GradeScale?
  /// The new discipline; the inner nil clears it.
  public var discipline: Discipline??
  /// Lead, top rope or another rope style; the inner nil clears it.
  public var style: RopeStyle??
  /// The new number of pitches; the inner nil clears it.
  public var pitches: Int64??
  /// The new angle of the board; the inner nil clears it.
  public var angle: Int64??
  /// The new notes; empty ones clear them.
  public var notes: String?
  /// The new time; the inner nil clears it.
  public var at: Instant??
  /// The new 1-based position among the climbs of its session or day.
  public var position: Int64?
  /// The new impact of each tag; the inner nil unmarks the tag.
  public var marks: [ClimbTag: TagImpact?] = [:]

  /// Creates an edit without changes.
  public init() {}

  /// Reads the fields; throws also `climb.invalid_tag`.
  public init(_ input: some ActInput) throws(CairnError) {
    (name, grade) = (try input.text(Self.name), try input.text(Self.grade))
    scale = try input.named(Self.scale) ?? nil
    (discipline, style) = (try input.named(Self.discipline), try input.named(Self.style))
    (pitches, angle) = (try input.number(Self.pitches), try input.number(Self.angle))
    notes = try input.text(Self.notes)
    at = try input.number(Self.at).map { $0.map { Instant(milliseconds: $0) } }
    position = try input.number(Self.position) ?? nil
    marks = try Self.marks(input)
  }

  fileprivate func apply(
    to climb: inout Climb,
    _ store: some RecordStore
  ) throws(CairnError) {
    let discipline = self.discipline ?? .some(climb.discipline)
    let grade = try store.grade(grade, in: scale, of: climb, discipline ?? nil)
    try climb.set(grade, discipline ?? nil)
    if let name { climb.setName(name) }
    if let style { climb.style = style }
    if let pitches { try climb.setPitches(pitches) }
    if let angle { try climb.setAngle(angle) }
    if let notes { climb.notes = notes.isEmpty ? nil : notes }
    if let at { climb.at = at }
  }
}

/// Edits a climb.
public struct EditClimb: Sendable {
  /// The climb.
  public var id: Identifier<Climb>
  /// The changes.
  public var edit: ClimbEdit

  /// Creates the act.
  public init(_ id: Identifier<Climb>, _ edit: ClimbEdit) { (self.id, self.edit) = (id, edit) }

  /// Changes the climb.
  ///
  /// Throws `climb.invalid_pitches`, `climb.invalid_angle`, `grade.not_in_scale`, `grade.wrong_discipline`, and the
  /// errors of `RecordStore.changeClimb(_:_:)`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let climb = try store.changeClimb(id) { (climb) throws(CairnError) in
      try edit.apply(to: &climb, store)
    }
    if let position = edit.position { try MoveClimb(id, to: position).run(in: store) }
    if !edit.marks.isEmpty { try MarkClimb(edit.marks, on: id).run(in: store) }
    store.title = "Climb edited: \(climb.title)"
  }
}

/// Moves a climb to another position within its session or day.
public struct MoveClimb: Sendable {
  /// The climb.
  public var id: Identifier<Climb>
  /// The position, from 1; one past the end means last.
  public var position: Int64

  /// Creates the act.
  public init(_ id: Identifier<Climb>, to position: Int64) {
    (self.id, self.position) = (id, position)
  }

  /// Moves the climb; throws `climb.not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    let climb = try store.climb(id)
    var order = try store.climbs(on: climb.climbContext).filter { $0.id != id }
    order.insert(climb, at: Int(min(max(1, position) - 1, Int64(order.count))))
    for (index, climb) in order.enumerated() where climb.position != Int64(index) + 1 {
      var moved = climb
      moved.position = Int64(index) + 1
      try store.save(moved)
    }
    store.title = "Climb moved: \(climb.title)"
  }
}

/// Sets or removes tags of a climb.
public struct MarkClimb: Sendable {
  /// The impact of each tag; nil removes one, and other tags stay.
  public var marks: [ClimbTag: TagImpact?]
  /// The climb.
  public var id: Identifier<Climb>

  /// Creates the act.
  public init(_ marks: [ClimbTag: TagImpact?], on id: Identifier<Climb>) {
    (self.marks, self.id) = (marks, id)
  }

  /// Sets the tags; throws `climb.not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    store.title = "Tags edited: \(try store.climb(id).title)"
    for (tag, impact) in marks {
      if let impact {
        try store.save(TagMark(climb: id, tag: tag, impact: impact))
      } else {
        try store.delete(TagMark.recordKind, TagMark.id(tag, on: id))
      }
    }
  }
}

/// Deletes a climb.
///
/// Its attempts and tags are kept: queries hide them, and restoring the climb restores them.
public struct DeleteClimb: Sendable {
  /// The climb.
  public var id: Identifier<Climb>

  /// Creates the act.
  public init(_ id: Identifier<Climb>) { self.id = id }

  /// Deletes the climb; throws `climb.not_found`.
  public func run(in store: some RecordStore) throws(CairnError) {
    store.title = "Climb deleted: \(try store.climb(id).title)"
    try store.delete(Climb.recordKind, id.record)
  }
}

/// Restores a deleted climb with its attempts and tags.
public struct RestoreClimb: Sendable {
  /// The climb.
  public var id: Identifier<Climb>

  /// Creates the act.
  public init(_ id: Identifier<Climb>) { self.id = id }

  /// Restores the climb; does nothing if it is not deleted.
  ///
  /// Throws `climb.not_found` for an unknown id, or if its session is deleted.
  public func run(in store: some LibraryStore) throws(CairnError) {
    let known = try store.findEvenIfDeleted(Climb.self, id.record)
    guard let known, known.deletion == nil || known.deletion == Deletion.byPerson else {
      throw .noClimb(id)
    }
    try store.restore(Climb.recordKind, id.record)
    store.title = "Climb restored: \(try store.climb(id).title)"
  }
}
