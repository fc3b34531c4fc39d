import Cairn
import Testing

@testable import CairnCLI

@Suite struct `Phrases for a period` {
  @Test(arguments: Phrases.rows(accepted)) func `are understood`(text: String, meant: String) throws
  {
    #expect(try Phrases.reader.days(text).echo == meant)
  }

  @Test(arguments: Phrases.rows(refused)) func `are refused with the nearest form`(
    text: String,
    hint: String
  ) {
    #expect(Phrases.hint(.periods) { _ = try Phrases.reader.days(text).echo } == hint)
  }

  private static let accepted = """
    today                          Wed 7 Jan
    yesterday                      Tue 6 Jan
    week                           Mon 5 Jan – Sun 11 Jan
    this week                      Mon 5 Jan – Sun 11 Jan
    last week                      Mon 29 Dec 2025 – Sun 4 Jan
    month                          Thu 1 Jan – Sat 31 Jan
    this month                     Thu 1 Jan – Sat 31 Jan
    last month                     Mon 1 Dec 2025 – Wed 31 Dec 2025
    year                           Thu 1 Jan – Thu 31 Dec
    last year                      Wed 1 Jan 2025 – Wed 31 Dec 2025
    last 7 days                    Thu 1 Jan – Wed 7 Jan
    past 7 days                    Thu 1 Jan – Wed 7 Jan
    7 days                         Thu 1 Jan – Wed 7 Jan
    last 30 days                   Tue 9 Dec 2025 – Wed 7 Jan
    last 2 weeks                   Thu 25 Dec 2025 – Wed 7 Jan
    last 3 months                  Wed 8 Oct 2025 – Wed 7 Jan
    last 2 years                   Mon 8 Jan 2024 – Wed 7 Jan
    last 1 day                     Wed 7 Jan
    jan                            Thu 1 Jan – Sat 31 Jan
    january                        Thu 1 Jan – Sat 31 Jan
    december                       Mon 1 Dec 2025 – Wed 31 Dec 2025
    dec                            Mon 1 Dec 2025 – Wed 31 Dec 2025
    dec 2025                       Mon 1 Dec 2025 – Wed 31 Dec 2025
    december 2025                  Mon 1 Dec 2025 – Wed 31 Dec 2025
    2025-12                        Mon 1 Dec 2025 – Wed 31 Dec 2025
    2025                           Wed 1 Jan 2025 – Wed 31 Dec 2025
    2026-W02                       Mon 5 Jan – Sun 11 Jan
    2026-w01                       Mon 29 Dec 2025 – Sun 4 Jan
    W02                            Mon 5 Jan – Sun 11 Jan
    w52                            Mon 22 Dec 2025 – Sun 28 Dec 2025
    2025-12-29..                   Mon 29 Dec 2025 – Wed 7 Jan
    2025-12-29 ..                  Mon 29 Dec 2025 – Wed 7 Jan
    since monday                   Mon 5 Jan – Wed 7 Jan
    since 2025-12-29               Mon 29 Dec 2025 – Wed 7 Jan
    since jan                      Thu 1 Jan – Wed 7 Jan
    from monday                    Mon 5 Jan – Wed 7 Jan
    from jan to march 2026         Thu 1 Jan – Tue 31 Mar
    nov to dec                     Sat 1 Nov 2025 – Wed 31 Dec 2025
    nov..dec                       Sat 1 Nov 2025 – Wed 31 Dec 2025
    2025-11..2025-12               Sat 1 Nov 2025 – Wed 31 Dec 2025
    monday..today                  Mon 5 Jan – Wed 7 Jan
    monday - today                 Mon 5 Jan – Wed 7 Jan
    monday to wednesday            Mon 5 Jan – Wed 7 Jan
    last friday                    Fri 2 Jan
    5 jan                          Mon 5 Jan
    jan 5                          Mon 5 Jan
    5th                            Mon 5 Jan
    5 jan - 7 jan                  Mon 5 Jan – Wed 7 Jan
    5 jan 2025..7 jan 2025         Sun 5 Jan 2025 – Tue 7 Jan 2025
    weekend                        Sat 3 Jan – Sun 4 Jan
    this weekend                   Sat 3 Jan – Sun 4 Jan
    last weekend                   Sat 3 Jan – Sun 4 Jan
    :week                          Mon 5 Jan – Sun 11 Jan
    :lastweek                      Mon 29 Dec 2025 – Sun 4 Jan
    :lastmonth                     Mon 1 Dec 2025 – Wed 31 Dec 2025
    :yesterday                     Tue 6 Jan
    2026-01-05..                   Mon 5 Jan – Wed 7 Jan
    2026-01-01 to 2026-01-05       Thu 1 Jan – Mon 5 Jan
    2026-01-01 - 2026-01-05        Thu 1 Jan – Mon 5 Jan
    from 2026-01-01 to 2026-01-05  Thu 1 Jan – Mon 5 Jan
    last 365 days                  Wed 8 Jan 2025 – Wed 7 Jan
    last 12 months                 Wed 8 Jan 2025 – Wed 7 Jan
    last 1 week                    Thu 1 Jan – Wed 7 Jan
    two weeks                      Thu 25 Dec 2025 – Wed 7 Jan
    last two weeks                 Thu 25 Dec 2025 – Wed 7 Jan
    past week                      Thu 1 Jan – Wed 7 Jan
    past month                     Mon 8 Dec 2025 – Wed 7 Jan
    last monday                    Mon 5 Jan
    yesterday..today               Tue 6 Jan – Wed 7 Jan
    last week..today               Mon 29 Dec 2025 – Wed 7 Jan
    last month..                   Mon 1 Dec 2025 – Wed 7 Jan
    since last week                Mon 29 Dec 2025 – Wed 7 Jan
    since yesterday                Tue 6 Jan – Wed 7 Jan
    since 5 jan                    Mon 5 Jan – Wed 7 Jan
    jan 2025..mar 2025             Wed 1 Jan 2025 – Mon 31 Mar 2025
    jan 2025 to mar 2025           Wed 1 Jan 2025 – Mon 31 Mar 2025
    January 2025                   Wed 1 Jan 2025 – Fri 31 Jan 2025
    2025 january                   Wed 1 Jan 2025 – Fri 31 Jan 2025
    2024..2025                     Mon 1 Jan 2024 – Wed 31 Dec 2025
    mon                            Mon 5 Jan
    sept                           Mon 1 Sep 2025 – Tue 30 Sep 2025
    week 2                         Mon 5 Jan – Sun 11 Jan
    2026-w2                        Mon 5 Jan – Sun 11 Jan
    day                            Wed 7 Jan
    """

  private static let refused = """
    2025-W53        (all forms)
    last fortnight  (all forms)
    next week       (all forms)
    tomorrow        (all forms)
    05/01/2026      Write 2026-05-01 or 2026-01-05.
    2026-13         (all forms)
    q1              (all forms)
    last 24 hours   (all forms)
    wk 2            (all forms)
    quarter         (all forms)
    """
}
