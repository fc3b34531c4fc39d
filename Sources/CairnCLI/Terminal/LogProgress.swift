/// A progress bar of a long change of the log; none without a terminal, or for few steps.
///
/// Only the queue of the log uses it during the change, and only its caller afterwards.
final class LogProgress: @unchecked Sendable {
  private let label: String
  private let context: CommandContext
  private var bar: ProgressBar?

  init(_ label: String, _ context: CommandContext) {
    (self.label, self.context) = (label, context)
  }

  func advance(to done: Int, of total: Int) {
    guard context.output.standardError.columns != nil, total > 500 else { return }
    if bar == nil { bar = context.output.progress(label, total: total) }
    context.output.show(bar?.advance(to: done, at: context.now))
  }

  func finish() { context.output.show(bar?.finish()) }
}
