/// A log as it is shown: derived from its records alone, so that logs with the same records look the
/// same, in whatever order these arrived.
package struct LogView: Sendable {
  /// The records.
  package let content: LogContent
  /// The time of each record in ``LogContent/sessions``; nil after an undone start.
  package private(set) var times: [SessionTime?] = []
  /// The sessions that are shown.
  package internal(set) var sessions: [MergedSession] = []
  /// The session in which each record is shown, as an index.
  package internal(set) var sessionOf: [Int?] = []
  /// The indices of the records of deleted sessions.
  package internal(set) var deleted: [Int] = []
  /// The read-throughs, by the index in ``LogContent/readings`` of the one that others are the same as.
  package internal(set) var readings: [MergedReading?] = []
  /// For each read-through, the index of the one that it is the same as.
  package internal(set) var readingTargets: [Int] = []
  /// The pages of each session record with any.
  package internal(set) var pages: [PageSpan?] = []
  /// The climbs that are shown, by ID.
  package internal(set) var climbs: [MergedClimb] = []
  /// What a person should look at.
  package internal(set) var issues: Set<MergeIssue> = []

  /// The entry or story that each one in ``LogContent/subjects`` is the same as.
  private var subjectTargets = MergeTargets()

  /// Derives the view.
  package init(_ content: LogContent) {
    self.content = content
    for subject in content.subjects {
      if let target = subject.mergedInto { subjectTargets[subject.id] = target }
    }
    computeTimes()
    groupSessions()
    makeRoom()
    reportOverlaps()
    mergeReadings()
    countPages()
    showClimbs()
    reportSubjects()
  }

  /// Returns the entry or story that another is the same as.
  package func subject(_ id: RecordID) -> RecordID { subjectTargets.root(of: id) }

  /// Returns the index of a shown session, by its ID and not by that of any record in it.
  package func session(_ id: RecordID) -> Int? {
    guard let session = content.sessions.index(of: id).flatMap({ sessionOf[$0] }),
      sessions[session].id == id
    else { return nil }
    return session
  }

  private mutating func computeTimes() {
    let claims = claims()
    let sessions = content.sessions
    times.reserveCapacity(sessions.count)
    for index in sessions.indices {
      guard let kind = sessions[index].kind else {
        times.append(nil)
        continue
      }
      let all = claims.first { $0.kind == kind }?.claims ?? []
      let rivals = RivalClaims(all: all, session: sessions[index].id)
      times.append(SessionTime(sessions[index], rivals: rivals))
    }
  }

  /// Returns the claims of all sessions that are not deleted, by kind, ascending.
  private func claims() -> [(kind: String, claims: [Claim])] {
    var kinds: [(kind: String, claims: [Claim])] = []
    for index in content.sessions.indices where !content.sessions[index].claims.isEmpty {
      guard let kind = content.sessions[index].kind, content.sessions[index].isDeleted != true
      else {
        continue
      }
      let id = content.sessions[index].id
      let claims = content.sessions[index].claims.map { Claim(at: $0, record: id) }
      if let known = kinds.firstIndex(where: { $0.kind == kind }) {
        kinds[known].claims += claims
      } else {
        kinds.append((kind, claims))
      }
    }
    for index in kinds.indices { kinds[index].claims.sort() }
    return kinds
  }

  private mutating func reportSubjects() {
    for subject in content.subjects where subject.isShown && subject.mergedInto != nil {
      let root = subjectTargets.root(of: subject.id)
      let target = content.subjects.index(of: root)
      guard target.map({ content.subjects[$0].isDeleted }) ?? false else { continue }
      issues.insert(MergeIssue(.ineffectiveMerge, subject.id, root))
    }
  }
}
