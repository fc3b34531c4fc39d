package import Cairn

// Details of one kind of session fail for the other kinds.

extension SessionSummary {
  /// Throws `climbing.wrong_kind` for another kind of session.
  package func requireClimbing() throws(CairnError) {
    guard kind == Climbing.kind else {
      throw otherKind("climbing.wrong_kind", Climbing.kind, "have climbs")
    }
  }

  /// Throws `listening.wrong_kind` for another kind of session.
  package func requireListening() throws(CairnError) {
    guard kind == Listening.kind else {
      throw otherKind("listening.wrong_kind", Listening.kind, "have positions in audio and a speed")
    }
  }

  /// Throws `climbing.wrong_kind` or `listening.wrong_kind` unless it is a reading session.
  package func requireReading() throws(CairnError) {
    guard kind == Reading.kind else {
      let code = kind == Listening.kind ? "listening.wrong_kind" : "climbing.wrong_kind"
      throw otherKind(code, Reading.kind, "have pages and books")
    }
  }

  private func otherKind(_ code: String, _ needed: SessionKind, _ what: String) -> CairnError {
    CairnError(
      code,
      "Session \(ShortID(id.record).text) is a \(kind.name) session; only \(needed.name) sessions \(what).",
      hint: "Choose a \(needed.name) session."
    )
  }
}
