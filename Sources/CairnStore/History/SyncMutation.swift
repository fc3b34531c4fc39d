package import Cairn

/// A mutation as sent between a device and a server.
package struct SyncMutation: Sendable, Equatable {
  /// The mutation itself.
  package let mutation: Mutation
  /// The log merge that added it to its log; nil for a mutation made there.
  package let joined: RecordID?

  package init(_ mutation: Mutation, joined: RecordID? = nil) {
    (self.mutation, self.joined) = (mutation, joined)
  }

  /// Whether it represents a log merge itself: only a history entry, because its values came with their own stamps.
  package var isHistoryOnly: Bool { joined == mutation.entry }
}
