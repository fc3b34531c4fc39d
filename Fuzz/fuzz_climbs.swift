import Cairn
import CairnExchange

/// The logbooks of climbers, each with a header of its own.
private let logbooks: [(format: FileFormat, header: String)] = [
  (
    .mountainProject,
    "Date,Route,Rating,Notes,URL,Pitches,Location,Style,Lead Style,Route Type,Your Rating,Length"
  ),
  (
    .theCrag,
    "Route Name,Ascent ID,Ascent Type,Route Grade,Ascent Grade,Route Gear Style,Ascent Gear Style,"
      + "# Ascents,Country,Crag Name,With,Comment,Ascent Date"
  ),
  (.eightANu, "route_boulder,name,location_name,date,type,project,tries,difficulty,comment,height"),
  (.kaya, "date,stiffness,ascent_type,attempts,grade,color,climb_name,gym,location"),
  (
    .climbs,
    "id,day,place,outdoor,position,at,name,discipline,grade,grade_scale,style,pitches,attempts,"
      + "sent,first_go,tick,helped,hindered,notes,source"
  ),
]

/// The first byte chooses a program, the others are its rows: every climb of any is possible, is
/// planned or reported, and is the same in every import.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzClimbs(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = try? FileFormat(sniffing: bytes)
  guard let first = bytes.first else { return 0 }
  let logbook = logbooks[Int(first) % logbooks.count]
  let file = Array(logbook.header.utf8) + [0x0A] + bytes.dropFirst()
  guard let read = (try? logbook.format.logbook(file)) ?? nil else { return 0 }
  read.climbs.forEach(check)
  let lines = read.issues.map(\.line)
  precondition(zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 }, "issues out of order")
  let plan = read.plan(zone: .utc, now: .limit)
  let told = Set(plan.items.compactMap(\.line)).union(plan.issues.compactMap(\.line))
  precondition(read.climbs.allSatisfy { told.contains($0.line) }, "a climb that is lost")
  let ids = plan.items.compactMap { $0.records.first?.id }
  precondition(ids.count == plan.items.count && Set(ids).count == ids.count, "two climbs of one id")
  precondition(read.plan(zone: .utc, now: .limit) == plan, "not the same again")
  plan.items.forEach(check)
  return 0
}

private func check(_ climb: ImportedClimb) {
  precondition(climb.attempts.count <= 999, "too many attempts")
  precondition(
    climb.attempts.allSatisfy { $0.tick == nil || $0.result == .sent },
    "a tick of a fall"
  )
  if let first = climb.attempts.firstIndex(where: { $0.tick?.isFirstAttempt == true }) {
    precondition(first == 0, "a first go after an attempt")
  }
  if let grade = climb.grade, let discipline = climb.discipline {
    precondition(grade.scale.isForBoulders == discipline.isForBoulders, "a grade of another kind")
  }
  let raw = try? JSON(parsing: Array(climb.raw.utf8))
  precondition(raw?.canonicalText == climb.raw, "a row that is no canonical JSON")
}

/// What is planned can be stored and read again as the same.
private func check(_ item: ImportItem) {
  for record in item.records {
    if record.kind == Climb.recordKind {
      let climb = try? Climb(recordID: record.id, fields: record.fields)
      precondition(climb.map { PlannedRecord($0).fields } == record.fields, "a climb that changes")
    } else if record.kind == TagMark.recordKind {
      let mark = try? TagMark(recordID: record.id, fields: record.fields)
      precondition(mark.map { PlannedRecord($0).fields } == record.fields, "a tag that changes")
    } else {
      let attempt = try? Attempt(recordID: record.id, fields: record.fields)
      precondition(attempt.map { PlannedRecord($0).fields } == record.fields, "an attempt changes")
    }
  }
}
