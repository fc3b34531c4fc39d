import Cairn

extension Fields {
  /// Keeps the stored segments of a session if they are equivalent to the new ones.
  ///
  /// An automatic mutation ends a session by setting its end, which closes the open segment when read (spec/sync.md
  /// 3.6). Writing the closed segments as a change by the person would win over concurrent changes by other devices.
  mutating func keepSegments(of old: Record) {
    guard old.kind == SessionRecord.kind, self["endedAt"] == old.fields["endedAt"],
      case .text(let stored) = old.fields["segments"], stored.hasSuffix("-"),
      let known = try? Timeline(text: stored, endedAt: old.fields.instant("endedAt")),
      self["segments"] == .text(known.text)
    else { return }
    self["segments"] = .text(stored)
  }
}
