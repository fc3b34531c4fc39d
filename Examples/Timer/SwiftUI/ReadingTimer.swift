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

  /// Opens the log and follows the day until the screen goes away.
  func followToday() async {
    await showingFailure {
      let cairn = try await Cairn.open(.documentsDirectory.appending(path: "cairn.sqlite"))
      self.cairn = cairn
      for try await today in cairn.observe(.today) { self.today = today }
    }
  }

  func followBooks() async {
    guard let cairn else { return }
    await showingFailure { for try await books in cairn.observe(.books) { self.books = books } }
  }

  func add(_ title: String) async {
    await change { _ = try await $0.reading.addBook(title) }
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
    await showingFailure { try await body(cairn) }
  }

  private func showingFailure(_ body: () async throws -> Void) async {
    do { try await body() } catch {
      guard let failure = error as? Cairn.Failure, !failure.isCancellation else { return }
      self.failure = failure
    }
  }
}

struct TimerScreen: View {
  @State private var model = TimerModel()
  @State private var page: Int?
  @State private var title = ""

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
        TextField("New book", text: $title)
          .onSubmit { Task { await model.add(title) } }
      }
      if let today = model.today {
        LabeledContent("Today", value: today.totals.time, format: .time(pattern: .hourMinute))
        LabeledContent("Streak", value: today.streak.current, format: .number)
      }
    }
    .disabled(model.isSaving)
    .task { await model.followToday() }
    .task(id: model.today != nil) { await model.followBooks() }
    .alert(isPresented: .constant(model.failure != nil), error: model.failure) { _ in
      Button("OK") { model.failure = nil }
    } message: { failure in
      Text(failure.recoverySuggestion ?? "")
    }
  }
}
#endif
