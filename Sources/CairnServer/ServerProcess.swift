public import Cairn

/// What can be told of the process a server runs in.
public struct ServerProcess: Sendable {
  /// When it began; nil when that is not known.
  public var startedAt: Instant?
  /// Connections that are open; nil when nothing listens.
  public var connections: @Sendable () -> Int? = { nil }
  /// What it uses; nil when that cannot be told.
  public var usage: @Sendable () -> Usage? = { nil }
  /// Whether it is about to end.
  public var isStopping: @Sendable () -> Bool = { false }

  /// What a process uses.
  public struct Usage: Sendable {
    /// Bytes of memory that it holds.
    public var residentBytes: Int64
    /// Microseconds of processor time since it began.
    public var cpuMicros: Int64
    /// Files and sockets that it has open.
    public var openFiles: Int

    /// Gathers what is used.
    public init(residentBytes: Int64, cpuMicros: Int64, openFiles: Int) {
      (self.residentBytes, self.cpuMicros) = (residentBytes, cpuMicros)
      self.openFiles = openFiles
    }
  }

  /// A process nothing is known of.
  public init() {}
}
