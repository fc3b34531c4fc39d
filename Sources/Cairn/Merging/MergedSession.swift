/// A session as it is shown: all records that are not deleted and are the same session.
package struct MergedSession: Sendable {
  /// The ID: that of the merge target if it is one of the records, otherwise the smallest.
  package let id: RecordID
  /// The name of the kind of session.
  package let kind: String
  /// The book or story, after merges of books.
  package let subject: RecordID?
  /// The indices of its records in ``LogContent/sessions``, in order of time.
  package let members: [Int]
  /// The time, without what others took.
  package internal(set) var segments: [Segment]
  /// Whether it has ended, is paused or runs.
  package let state: ExplicitTimes.State
  /// When it ended because another session was started; nil if a person ended it.
  package let inferredEnd: Instant?
  /// All notes, in order of time.
  package let note: String?
  /// The mood at the start.
  package let moodBefore: Int64?
  /// The mood at the end.
  package let moodAfter: Int64?
  /// The pages that count; nil if none were stated.
  package internal(set) var pages: Int64?
}

/// What makes records one session.
private struct SessionKey: Hashable {
  let root: RecordID
  let kind: String
  let subject: RecordID?
}

extension LogView {
  /// Groups the records that are one session.
  mutating func groupSessions() {
    sessionOf = Array(repeating: nil, count: times.count)
    sessions.reserveCapacity(times.count)
    let targets = mergeTargets()
    var groups: [SessionKey: Int] = [:]
    var members: [(key: SessionKey, records: [Int])] = []
    for index in times.indices where times[index] != nil {
      if content.sessions[index].isDeleted == true {
        deleted.append(index)
        continue
      }
      let key = key(of: index, targets)
      if targets.isEmpty {
        show([index], key)
      } else if let group = groups[key] {
        members[group].records.append(index)
      } else {
        groups[key] = members.count
        members.append((key, [index]))
      }
    }
    for (key, records) in members { show(inOrder(records), key) }
    if !targets.isEmpty { reportMerges(targets) }
  }

  private func mergeTargets() -> MergeTargets {
    var targets = MergeTargets()
    for index in times.indices where times[index] != nil {
      guard let target = content.sessions[index].mergedInto else { continue }
      targets[content.sessions[index].id] = target
    }
    return targets
  }

  private func key(of index: Int, _ targets: MergeTargets) -> SessionKey {
    SessionKey(
      root: targets.root(of: content.sessions[index].id),
      kind: content.sessions[index].kind ?? "",
      subject: content.sessions[index].subject.map { subject($0) }
    )
  }

  private func inOrder(_ records: [Int]) -> [Int] {
    // The records are sorted by ID, and so are those that start at the same time afterwards.
    records.count == 1 ? records : records.sorted { (start($0), $0) < (start($1), $1) }
  }

  private func start(_ record: Int) -> Instant { times[record]?.start ?? .endless }

  private mutating func show(_ members: [Int], _ key: SessionKey) {
    let session = session(members, key)
    for member in members {
      sessionOf[member] = sessions.count
      for at in times[member]?.idle ?? [] {
        issues.insert(MergeIssue(.ineffectivePress, session.id, numbers: [at.milliseconds]))
      }
    }
    sessions.append(session)
    guard let end = session.inferredEnd else { return }
    issues.insert(MergeIssue(.endedByOtherStart, session.id, numbers: [end.milliseconds]))
  }

  private func session(_ members: [Int], _ key: SessionKey) -> MergedSession {
    MergedSession(
      id: members.contains { content.sessions[$0].id == key.root }
        ? key.root : content.sessions[members.min() ?? members[0]].id,
      kind: key.kind,
      subject: key.subject,
      members: members,
      segments: segments(members),
      state: state(members),
      inferredEnd: first(members) { times[$0]?.inferredEnd },
      note: note(members),
      moodBefore: first(members) { content.sessions[$0].moodBefore },
      moodAfter: first(members.reversed()) { content.sessions[$0].moodAfter }
    )
  }

  private func segments(_ members: [Int]) -> [Segment] {
    if members.count == 1 { return times[members[0]]?.segments.union ?? [] }
    return members.flatMap { times[$0]?.segments ?? [] }.union
  }

  private func state(_ members: [Int]) -> ExplicitTimes.State {
    if members.contains(where: { times[$0]?.state == .running }) { return .running }
    return members.contains { times[$0]?.state == .paused } ? .paused : .ended
  }

  private func first<Value>(_ members: some Sequence<Int>, _ read: (Int) -> Value?) -> Value? {
    for member in members {
      if let value = read(member) { return value }
    }
    return nil
  }

  private func note(_ members: [Int]) -> String? {
    if members.count == 1 {
      return content.sessions[members[0]].note.flatMap { $0.isEmpty ? nil : $0 }
    }
    var notes: [String] = []
    for member in members {
      guard let note = content.sessions[member].note, !note.isEmpty else { continue }
      if !notes.contains(note) { notes.append(note) }
    }
    return notes.count > 1 ? notes.joined(separator: "\n") : notes.first
  }

  private mutating func reportMerges(_ targets: MergeTargets) {
    for index in sessionOf.indices where sessionOf[index] != nil {
      let id = content.sessions[index].id
      guard let target = targets[id], target != id,
        let other = content.sessions.index(of: target), times[other] != nil,
        sessionOf[other] != sessionOf[index]
      else { continue }
      issues.insert(MergeIssue(.ineffectiveMerge, id, target))
    }
  }
}
