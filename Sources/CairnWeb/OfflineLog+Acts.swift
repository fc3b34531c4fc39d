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
    default: throw CairnError("request.field", "“do” names no known action.", hint: "")
    }
  }

  private func start(_ act: OfflineAction) -> SessionStart {
    var start = SessionStart(zone: zones.own.name)
    start.sessionContext.place = act.text("place")
    start.note = act.text("note")
    return start
  }

  private func startReading(_ act: OfflineAction) throws(CairnError) {
    var book = BookChoice(NewBook(title: act.text("title") ?? ""), isNew: act.text("new") == "yes")
    if act.text("book") != nil { book.id = Identifier(try act.id("book")) }
    _ = try StartReading(book, start(act)).run(in: self)
  }

  private func startClimbing(_ act: OfflineAction) throws(CairnError) {
    var start = StartClimbing(start(act))
    start.climbing = try act.climbing(ClimbingScale.ratings)
    start.climbing.discipline = act.text("discipline").map { Discipline(name: $0) }
    start.climbing.isOutdoor = act.text("outdoor").map { $0 == "yes" }
    start.climbing.partners = act.list("partners")
    _ = try start.run(in: self)
  }

  private func startListening(_ act: OfflineAction) throws(CairnError) {
    var new = NewStory(title: act.text("listenTitle") ?? "")
    new.author = act.text("listenAuthor")
    var story = StoryChoice(new)
    story.id = act.text("story").map { Story.id(client: $0) }
    var start = StartListening(story, start(act))
    if let position = try act.audioPosition("from") ?? nil {
      start.listening.start = .some(position)
    }
    if let speed = try act.number("speed") { start.listening.speed = .some(speed) }
    _ = try start.run(in: self)
  }

  private func stop(_ act: OfflineAction) throws(CairnError) {
    var stop = StopSession(try act.session, zone: zones.own.name)
    stop.position = try act.number("page").map { .page($0) }
    stop.climbing = try act.climbing([.exertion, .pump])
    stop.listening.position = try act.audioPosition("to")
    if act.text("heard") == "yes" { stop.listening.isCompleted = true }
    stop.note = act.given("note").map { .replace($0.isEmpty ? nil : $0) }
    (stop.allowsShort, stop.keepsFullTime) = (act.flag("short"), act.flag("all"))
    if !stop.keepsFullTime, let ended = act.text("ended") {
      let running = try session(stop.id, as: NoDetail.self)
      stop.at = try clock(running).instant(ended, name: "ended")
    }
    try stop.run(in: self)
  }

  private func updatePosition(_ act: OfflineAction) throws(CairnError) {
    guard let page = try act.number("page") else {
      throw CairnError("request.field", "“page” takes a number.", hint: "")
    }
    let book = Identifier<Entry>(try act.id("book"))
    try UpdatePosition(.page(page), in: book, zone: zones.own.name).run(in: self)
  }
}

extension OfflineLog {
  private func addClimb(_ act: OfflineAction) throws(CairnError) {
    var new = NewClimb()
    new.name = act.text("name")
    new.discipline = act.text("climbDiscipline").flatMap { Discipline(name: $0) }
    let scale = act.text("scale").flatMap { GradeScale(name: $0) }
    new.grade = act.text("grade").map { GradeInput($0, in: scale) }
    new.style = act.text("style").flatMap { RopeStyle(name: $0) }
    (new.pitches, new.angle) = (try act.number("pitches"), try act.number("angle"))
    new.notes = act.text("notes")
    let outcome = act.text("outcome")
    try new.setOutcome(outcome, attempts: act.number("attempts"))
    new.tick = act.text("tick").flatMap { Tick(name: $0) }
    for (tag, impact) in try act.tags { new.marks[tag] = impact }
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

  /// The ratings among the fields; an empty field clears one; throws `request.field`.
  fileprivate func climbing(_ scales: [ClimbingScale]) throws(CairnError) -> ClimbingEdit {
    var edit = ClimbingEdit()
    for scale in scales where given(scale.name) != nil {
      edit.numbers.append((scale, try number(scale.name)))
    }
    return edit
  }
}
