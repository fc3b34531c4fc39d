/// The actions of people in a history, with their probabilities.
///
/// A history with few kinds of actions combines them more often.
struct ActionMix {
  /// Whether they undo.
  private(set) var undoes: Bool
  /// Whether they do more than read.
  var isWide = true
  /// The percentage of climbing actions.
  var climbing = 40
  /// The percentage of actions on books, among all others.
  var rearranging = 12
  /// Whether they merge values of other logs without history.
  ///
  /// They then neither merge records nor undo, because the checksum of a deleted record covers only its deletion.
  var allowsLogMerge = false
  /// Whether they name devices and resolve conflicts.
  var namesDevices = false
  /// The percentage of steps that split, merge or move sessions.
  var cutting = 0
  /// The percentage of steps that sync.
  var syncing = 25
  /// The percentage of steps with a failure.
  var striking = 12
  /// The actions on books and sessions, as numbered by ``Person``.
  var readings = Array(0..<12)
  /// The climbing actions, as numbered by ``Climber``.
  var climbs = Array(0..<9)

  static let all = ActionMix(undoes: false)

  init(undoes: Bool, isWide: Bool = true) { (self.undoes, self.isWide) = (undoes, isWide) }

  /// Chooses random probabilities for one history.
  init(_ chance: SharedChance, undoes: Bool) {
    self.undoes = undoes
    climbing = chance.one(of: [0, 0, 20, 60])
    rearranging = chance.one(of: [0, 12, 12, 40])
    syncing = chance.one(of: [8, 20, 35, 60])
    striking = chance.one(of: [5, 15, 15, 30])
    if chance.isUnder(70) { readings = (0..<5).map { _ in chance.one(of: readings) } }
    if chance.isUnder(70) { climbs = (0..<4).map { _ in chance.one(of: climbs) } }
    allowsLogMerge = undoes && chance.isUnder(50)
    if allowsLogMerge { self.undoes = false }
  }
}
