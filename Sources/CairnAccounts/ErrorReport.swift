/// Receives the error of a task in the background, which has no one to throw it to.
public typealias ErrorReport = @Sendable (any Error) -> Void
