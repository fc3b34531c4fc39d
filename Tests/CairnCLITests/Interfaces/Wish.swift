import Cairn
import CairnTestKit

/// What a person wants to do.
enum Wish {
  case read(title: String)
  case climb(discipline: String?, place: String?, note: String?)
  case listen(title: String)
  case pause(SessionKind), resume(SessionKind), discard(SessionKind)
  case stop(SessionKind, page: Int64?, note: String?)
  case position(page: Int64)
  case addClimb(name: String?, grade: String?, isSent: Bool)
  case attempt(AttemptResult)

  static func random(_ dice: inout SeededGenerator) -> Wish {
    let kind =
      [Reading.kind, Climbing.kind, Listening.kind].randomElement(using: &dice) ?? .init("")
    let title = ["Emma", "emma", "Dune", "Dune Messiah", "Mess", " "].randomElement(using: &dice)
    let page = Int64.random(in: -1...420, using: &dice)
    switch Int.random(in: 0..<14, using: &dice) {
    case 0, 1: return .read(title: title ?? "")
    case 2:
      let note = Bool.random(using: &dice) ? "so far" : nil
      return .climb(discipline: page % 2 == 0 ? "bouldering" : nil, place: "Hall", note: note)
    // Only the command line asks whether a similar title is meant.
    case 3: return .listen(title: ["Emma", "emma", "Persuasion", " "][Int(page & 3)])
    case 4: return .pause(kind)
    case 5: return .resume(kind)
    // Offline, a discarded session leaves the book or story that its start added (ADR 28).
    case 6: return .discard(Climbing.kind)
    case 7, 8, 9:
      let hasPage = kind == Reading.kind && Bool.random(using: &dice)
      // Programs append a note, and a form shows the earlier one for editing: so only one of the two acts has one.
      let note = kind != Climbing.kind && Bool.random(using: &dice) ? "done" : nil
      return .stop(kind, page: hasPage ? page : nil, note: note)
    case 10: return .position(page: page)
    case 11, 12:
      let grade = ["V4", "7a+", "V99", nil].randomElement(using: &dice) ?? nil
      // The command line asks whether a single word is a name or a grade.
      let name = page % 2 == 0 || grade == "V99" || grade == "7a+" ? "Roof" : nil
      return .addClimb(name: name, grade: grade, isSent: page % 3 == 0)
    default: return .attempt(page % 2 == 0 ? .sent : .fell)
    }
  }
}
