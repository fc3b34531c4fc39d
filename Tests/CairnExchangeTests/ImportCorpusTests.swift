import Cairn
import CairnExchange
import CairnTestKit
import Testing

/// The result of a value after the import.
private enum Outcome: Hashable {
  /// The true value.
  case right
  /// No value, with an issue.
  case missing
}

/// Files generated from known data: every parsed value is correct, or missing with an issue.
@Suite struct `A thousand random import files` {
  @Test(arguments: CairnTestKit.SeededGenerator.seeds)
  func `of clippings yield no wrong time, page or text`(seed: UInt64) throws {
    var chance = CairnTestKit.SeededGenerator(seed: seed)
    var count = 0
    for language in KindleLanguage.all {
      for clock in language.clocks {
        for wrapping in Wrapping.all.shuffled(using: &chance).prefix(3) {
          let truths = try (0..<2).map { _ in try ClippingTruth(using: &chance) }
          let lines = truths.flatMap { $0.lines(language, clock) }
          guard let file = wrapping.bytes(lines) else { continue }
          try check(file, truths, "\(language.name), \(clock), \(wrapping)")
          count += 1
        }
      }
    }
    #expect(count > 60)
  }

  private func check(_ file: [UInt8], _ truths: [ClippingTruth], _ what: String) throws {
    #expect(try FileFormat(sniffing: file) == .clippings, "\(what)")
    let read = try Clippings.parse(file)
    let remarks = read.plan(for: LibraryIndex()).issues.map(\.message)
    #expect(read.clippings.map(\.text) == truths.map(\.words), "\(what)")
    #expect(read.clippings.map(\.title) == truths.map(\.title), "\(what)")
    for (clipping, truth) in zip(read.clippings, truths) {
      #expect(clipping.page == truth.page || clipping.page == nil, "\(what)")
      #expect(clipping.location == truth.location || clipping.location == nil, "\(what)")
      let made = clipping.made
      if made == truth.time { continue }
      let isDayAlone = made?.day == truth.time.day && made?.second == nil
      #expect(made == nil || isDayAlone, "\(what): \(made?.text ?? "") for \(truth.time.text)")
      let remark = made == nil ? "have no date" : "have a day but no time"
      #expect(remarks.contains { $0.contains(remark) }, "\(what)")
    }
  }

  @Test(arguments: CairnTestKit.SeededGenerator.seeds)
  func `of lists of books yield no wrong title, name, day or rating`(seed: UInt64) throws {
    var chance = CairnTestKit.SeededGenerator(seed: seed)
    var outcomes: [Outcome: Int] = [:]
    for form in BookListForm.all {
      for wrapping in Wrapping.all.shuffled(using: &chance).prefix(2) {
        let truths = (0..<3).map { _ in BookTruth(using: &chance) }
        guard let file = wrapping.bytes(form.lines(truths)) else { continue }
        for (outcome, count) in try check(file, truths, form, wrapping) {
          outcomes[outcome, default: 0] += count
        }
      }
    }
    // Most values must be parsed, so that omitting all of them cannot pass the test.
    #expect((outcomes[.right] ?? 0) > 20 * (outcomes[.missing] ?? 0))
  }

  private func check(
    _ file: [UInt8],
    _ truths: [BookTruth],
    _ form: BookListForm,
    _ wrapping: Wrapping
  ) throws -> [Outcome: Int] {
    let what: Comment = "\(form), \(wrapping)"
    var outcomes: [Outcome: Int] = [:]
    let list: ImportedLibrary
    do {
      list = try AnyListImport.parse(file, dates: form.order).library
    } catch {
      #expect(error.code == "import.ambiguous_date" && form.order == nil, what)
      return [:]
    }
    #expect(list.books.map(\.title) == truths.map(\.title), what)
    for (book, truth) in zip(list.books, truths) {
      let said = list.issues.contains { $0.line == book.line }
      let told: [(Bool, Bool)] = [
        (book.authors == truth.authors, book.authors.isEmpty),
        (book.quarterStars == truth.quarters, book.quarterStars == nil),
        (book.status == truth.status, book.status == nil),
        (book.pages == truth.pages, book.pages == nil),
        (book.readings.last?.ended?.day == truth.finished, book.readings.last?.ended == nil),
        (book.added == truth.added, book.added == nil),
      ]
      for (isRight, isMissing) in told {
        #expect(isRight || (isMissing && said), what)
        outcomes[isRight ? .right : .missing, default: 0] += 1
      }
    }
    return outcomes
  }
}

/// The true data of an annotation.
private struct ClippingTruth {
  let title: String
  let words: String
  let page: Int64
  let location: Int64
  let time: WallTime

  init(using chance: inout CairnTestKit.SeededGenerator) throws {
    title =
      ["Stilles Buch", "Quiet Book", "Étude", "Año: Café"].randomElement(using: &chance) ?? ""
    words =
      ["Some words.", "Außer Atem, \"müde\".", "¿Qué?", "Zeile 1: a, b; c"]
      .randomElement(using: &chance) ?? ""
    page = .random(in: 1...999, using: &chance)
    location = .random(in: 1_000...9_999, using: &chance)
    let day = LocalDay(number: .random(in: 15_000...20_400, using: &chance))
    time = try #require(WallTime(day, second: .random(in: 0..<86_400, using: &chance)))
  }

  func lines(_ language: KindleLanguage, _ clock: ClockForm) -> [String] {
    let mark = language.written(time, clock, page: page, location: location)
    return ["\(title) (Doe, Jane)", mark, "", words, "=========="]
  }
}
