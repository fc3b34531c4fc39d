// The source of a SwiftUI app: add it and the package to an app target. It is not compiled on Linux.
#if canImport(SwiftUI)
import CairnKit
import SwiftUI

@main struct ReadingTimerApp: App {
  var body: some Scene {
    WindowGroup { TimerScreen() }
  }
}

/// Everything on the screen, which follows the log.
@MainActor @Observable final class TimerModel {
  private(set) var today: Cairn.Today?
  private(set) var books: [Cairn.Book] = []
  private(set) var isSaving = false
  var failure: Cairn.Failure?
  private var cairn: Cairn?

  var session: Cairn.Session? { today?.open.first { $0.activity == .reading } }

  func run() async {
    do {
      let cairn = try await Cairn.open(.documentsDirectory.appending(path: "cairn.sqlite"))
      self.cairn = cairn
      for try await today in cairn.observe(.today) {
        self.today = today
        books = try await cairn.reading.books()
      }
    } catch {
      failure = error as? Cairn.Failure
    }
  }

  func start(_ book: Cairn.Book) async {
    await change { _ = try await $0.reading.start(book) }
  }

  func stop(page: Int?) async {
    await change { _ = try await $0.reading.stop(page: page) }
  }

  private func change(_ body: (Cairn) async throws -> Void) async {
    guard let cairn, !isSaving else { return }
    isSaving = true
    defer { isSaving = false }
    do { try await body(cairn) } catch { failure = error as? Cairn.Failure }
  }
}

struct TimerScreen: View {
  @State private var model = TimerModel()
  @State private var page: Int?

  var body: some View {
    List {
      if let session = model.session {
        TimelineView(.periodic(from: .now, by: 1)) { moment in
          Text(session.elapsed(at: moment.date), format: .time(pattern: .hourMinuteSecond))
            .font(.largeTitle.monospacedDigit())
        }
        TextField("Page", value: $page, format: .number)
        Button("Stop", systemImage: "stop.fill") { Task { await model.stop(page: page) } }
      } else {
        ForEach(model.books) { book in
          Button(book.title, systemImage: "play.fill") { Task { await model.start(book) } }
        }
      }
      if let today = model.today {
        LabeledContent("Today", value: today.totals.time, format: .time(pattern: .hourMinute))
        LabeledContent("Streak", value: today.streak.current, format: .number)
      }
    }
    .disabled(model.isSaving)
    .task { await model.run() }
    .alert(isPresented: .constant(model.failure != nil), error: model.failure) { _ in
      Button("OK") { model.failure = nil }
    } message: { failure in
      Text(failure.recoverySuggestion ?? "")
    }
  }
}
#endif
