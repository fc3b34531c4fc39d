import Cairn
import CairnActions
import CairnInsights

extension OfflineLog {
  /// Runs the act; throws its errors, and `request.field` for an unknown one.
  ///
  /// Does nothing if the server has already applied the same request.
  func perform(_ act: OfflineAction) throws(CairnError) {
    guard !wasApplied else { return }
    switch act.text("do") ?? "" {
    case "read": try startReading(act)
    case "climb": try startClimbing(act)
    case "listen": try startListening(act)
    case "pause": try PauseSession(act.session).run(in: self)
    case "resume": try ResumeSession(act.session).run(in: self)
    case "stop": try stop(act)
    case "discard": try DiscardSession(act.session).run(in: self)
    case "place": try updatePosition(act)
    case "add-climb": try addClimb(act)
    case "attempt": try addAttempt(act)
    default: throw .otherVersion("request.field", "“do” names no known action")
    }
  }

  private func startReading(_ act: OfflineAction) throws(CairnError) {
    let act = act.filled
    let reading = try StartReading(BookChoice(act), act, zone: zones.own.name)
    try start(act) { (log) throws(CairnError) in try reading.run(in: log) }
  }

  private func startClimbing(_ act: OfflineAction) throws(CairnError) {
    let climbing = try StartClimbing(act.filled, zone: zones.own.name)
    try start(act) { (log) throws(CairnError) in try climbing.run(in: log) }
  }

  private func startListening(_ act: OfflineAction) throws(CairnError) {
    let act = act.filled
    let listening = try StartListening(StoryChoice(act), act, zone: zones.own.name)
    try start(act) { (log) throws(CairnError) in try listening.run(in: log) }
  }

  /// Starts a session after the end of the open one that the act names.
  private func start(
    _ act: OfflineAction,
    _ start: (OfflineLog) throws(CairnError) -> SessionID
  ) throws(CairnError) {
    let open = try act.text("finish") == nil ? nil : SessionID(act.id("finish"))
    _ = try self.start(after: open, zone: zones.own.name, start)
  }

  private func stop(_ act: OfflineAction) throws(CairnError) {
    var stop = try StopSession(act.session, act, zone: zones.own.name, replacesNote: true)
    stop.allowsShort = act.text("allow_short") == "yes"
    if !stop.keepsFullTime, let ended = act.text("ended") {
      let running = try session(stop.id, as: NoDetail.self)
      stop.at = try clock(running).instant(ended, name: "ended")
    }
    try stop.run(in: self)
  }

  private func updatePosition(_ act: OfflineAction) throws(CairnError) {
    guard let position = try PositionInput(act) else { throw .missing(PositionInput.page) }
    let book = Identifier<Entry>(try act.id("book"))
    try UpdatePosition(position, in: book, zone: zones.own.name).run(in: self)
  }
}

extension OfflineLog {
  private func addClimb(_ act: OfflineAction) throws(CairnError) {
    let act = act.filled
    var edit = try ClimbEdit(act)
    if edit.grade == nil { edit.scale = nil }
    for (tag, impact) in try act.tags where edit.marks[tag] == nil { edit.marks[tag] = impact }
    let new = try NewClimb(form: act, edit)
    try AddClimb(new, to: act.session).run(in: self)
  }

  private func addAttempt(_ act: OfflineAction) throws(CairnError) {
    let result = act.text("result").flatMap { AttemptResult(name: $0) }
    let tick = act.text("tick").flatMap { Tick(name: $0) }
    try LogAttempt(result, tick, to: Identifier(act.id("climb"))).run(in: self)
  }
}

extension OfflineAction {
  /// The session of the act; throws `request.field`.
  fileprivate var session: SessionID {
    get throws(CairnError) { SessionID(try id("session")) }
  }
}
