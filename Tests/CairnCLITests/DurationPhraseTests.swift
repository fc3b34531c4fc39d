import Cairn
import Testing

@testable import CairnCLI

@Suite struct `Phrases for a duration` {
  @Test(arguments: Phrases.rows(accepted)) func `are understood`(text: String, meant: String) throws
  {
    #expect(try Phrases.reader.duration(text).echo == meant)
  }

  @Test(arguments: Phrases.rows(refused)) func `are refused with the nearest form`(
    text: String,
    hint: String
  ) {
    #expect(Phrases.hint(.durations) { _ = try Phrases.reader.duration(text).echo } == hint)
  }

  private static let accepted = """
    45m                     45m
    45 minutes              45m
    45mins                  45m
    1h30                    1h 30m
    1h 30m                  1h 30m
    1 h 30 min              1h 30m
    1 hour 30 minutes       1h 30m
    1 hour and 30 minutes   1h 30m
    1.5h                    1h 30m
    1.25 hours              1h 15m
    0.5h                    30m
    1:30                    1h 30m
    1:02:03                 1h 02m
    an hour                 1h 00m
    half an hour            30m
    an hour and a half      1h 30m
    an hour and 10 minutes  1h 10m
    quarter of an hour      15m
    PT45M                   45m
    PT1H30M                 1h 30m
    2hrs                    2h 00m
    90 sec                  1m
    """

  private static let refused = """
    45                  (all forms)
    1d                  (all forms)
    1,5h                (all forms)
    2 hours 90 minutes  (all forms)
    """
}
