public import Cairn

/// Information about the process that runs the server.
public struct ServerProcess: Sendable {
  /// The start time; nil if unknown.
  public var startedAt: Instant?
  /// Returns the number of open connections; nil without a listener.
  public var connections: @Sendable () -> Int? = { nil }
  /// Returns the process's resource usage; nil if unavailable.
  public var usage: @Sendable () -> Usage? = { nil }
  /// Whether the process is shutting down.
  public var isStopping: @Sendable () -> Bool = { false }

  /// The resources that the process uses.
  public struct Usage: Sendable {
    /// The resident memory, in bytes.
    public var residentBytes: Int64
    /// The processor time since the process started, in microseconds.
    public var cpuMicros: Int64
    /// The number of open files and sockets.
    public var openFiles: Int

    /// Creates usage figures.
    public init(residentBytes: Int64, cpuMicros: Int64, openFiles: Int) {
      (self.residentBytes, self.cpuMicros) = (residentBytes, cpuMicros)
      self.openFiles = openFiles
    }
  }

  /// Creates a description in which every value is unknown.
  public init() {}
}
