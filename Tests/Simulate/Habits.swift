/// What people do in a history, and how often.
///
/// Where only some of all things are done, they meet each other more often.
struct Habits {
  /// Whether they undo.
  private(set) var undoes: Bool
  /// Whether they do anything but read.
  var isWide = true
  /// Of a hundred things so many are done at a wall.
  var climbing = 40
  /// Of a hundred other things so many are done to the books themselves.
  var rearranging = 12
  /// Whether they take in values of other logs that have no line of history.
  ///
  /// They then neither merge nor undo: of what is deleted the sums know no more than that.
  var joins = false
  /// Whether they call devices something, and let values go that lost.
  var namesDevices = false
  /// Of a hundred steps so many cut sessions in two, join two, and give them other times.
  var cutting = 0
  /// Of a hundred steps so many are a sync.
  var syncing = 25
  /// In so many of a hundred steps something goes wrong.
  var striking = 12
  /// What is done to books and sessions, by the numbers that ``Person`` gives.
  var readings = Array(0..<12)
  /// What is done at a wall, by the numbers that ``Climber`` gives.
  var climbs = Array(0..<9)

  static let all = Habits(undoes: false)

  init(undoes: Bool, isWide: Bool = true) { (self.undoes, self.isWide) = (undoes, isWide) }

  /// Habits of one history, drawn at random.
  init(_ chance: SharedChance, undoes: Bool) {
    self.undoes = undoes
    climbing = chance.one(of: [0, 0, 20, 60])
    rearranging = chance.one(of: [0, 12, 12, 40])
    syncing = chance.one(of: [8, 20, 35, 60])
    striking = chance.one(of: [5, 15, 15, 30])
    if chance.isUnder(70) { readings = (0..<5).map { _ in chance.one(of: readings) } }
    if chance.isUnder(70) { climbs = (0..<4).map { _ in chance.one(of: climbs) } }
    joins = undoes && chance.isUnder(50)
    if joins { self.undoes = false }
  }
}
