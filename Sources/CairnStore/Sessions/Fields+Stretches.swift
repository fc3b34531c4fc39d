import Cairn

extension Fields {
  /// Leaves the stretches of a session as they are stored where they say the same.
  ///
  /// A rule ends a session by its end alone, which closes the open stretch of who reads it (spec/sync.md
  /// 3.6). Written closed, as a change of the person, it would win over what another device has done to the
  /// session meanwhile.
  mutating func keepStretches(of old: Record) {
    guard old.kind == SessionRecord.kind, self["endedAt"] == old.fields["endedAt"],
      case .text(let stored) = old.fields["segments"], stored.hasSuffix("-"),
      let known = try? Timeline(text: stored, endedAt: old.fields.instant("endedAt")),
      self["segments"] == .text(known.text)
    else { return }
    self["segments"] = .text(stored)
  }
}
