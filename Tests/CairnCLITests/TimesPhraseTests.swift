import Cairn
import Testing

@testable import CairnCLI

@Suite struct `Phrases for a time` {
  @Test(arguments: Phrases.rows(accepted)) func `are understood`(text: String, meant: String) throws
  {
    #expect(try Phrases.reader.instant(text).echo == meant)
  }

  @Test(arguments: Phrases.rows(refused)) func `are refused with the nearest form`(
    text: String,
    hint: String
  ) {
    #expect(Phrases.hint(.times) { _ = try Phrases.reader.instant(text).echo } == hint)
  }

  private static let accepted = """
    now                              Wed 7 Jan 12:30
    20:40                            Tue 6 Jan 20:40
    20.40                            Tue 6 Jan 20:40
    21h40                            Tue 6 Jan 21:40
    9h05                             Wed 7 Jan 09:05
    8am                              Wed 7 Jan 08:00
    8 am                             Wed 7 Jan 08:00
    8 a.m.                           Wed 7 Jan 08:00
    8:15 p.m.                        Tue 6 Jan 20:15
    8.30pm                           Tue 6 Jan 20:30
    at 8am                           Wed 7 Jan 08:00
    @ 9pm                            Tue 6 Jan 21:00
    noon                             Wed 7 Jan 12:00
    midnight                         Wed 7 Jan 00:00
    5 minutes ago                    Wed 7 Jan 12:25
    5 min ago                        Wed 7 Jan 12:25
    5m ago                           Wed 7 Jan 12:25
    -5m                              Wed 7 Jan 12:25
    an hour ago                      Wed 7 Jan 11:30
    half an hour ago                 Wed 7 Jan 12:00
    an hour and a half ago           Wed 7 Jan 11:00
    1h30 ago                         Wed 7 Jan 11:00
    1.5h ago                         Wed 7 Jan 11:00
    1 hour and 20 minutes ago        Wed 7 Jan 11:10
    90 minutes ago                   Wed 7 Jan 11:00
    2 days ago                       Mon 5 Jan 12:30
    a week ago                       Wed 31 Dec 2025 12:30
    2 days ago 9pm                   Mon 5 Jan 21:00
    2 days ago at 9 pm               Mon 5 Jan 21:00
    3 days ago noon                  Sun 4 Jan 12:00
    9pm yesterday                    Tue 6 Jan 21:00
    yesterday at 9pm                 Tue 6 Jan 21:00
    yesterday 9.15                   Tue 6 Jan 09:15
    last friday 9pm                  Fri 2 Jan 21:00
    last friday at noon              Fri 2 Jan 12:00
    friday 9pm                       Fri 2 Jan 21:00
    last wednesday 9am               Wed 31 Dec 2025 09:00
    wednesday 9am                    Wed 7 Jan 09:00
    wednesday 23:00                  Wed 31 Dec 2025 23:00
    on monday at 9:00                Mon 5 Jan 09:00
    monday, 9 a.m.                   Mon 5 Jan 09:00
    9am on monday                    Mon 5 Jan 09:00
    jan 5 20:00                      Mon 5 Jan 20:00
    january 5th, 20:00               Mon 5 Jan 20:00
    5th jan 20:00                    Mon 5 Jan 20:00
    5th of january 20:00             Mon 5 Jan 20:00
    jan 5 2025 8pm                   Sun 5 Jan 2025 20:00
    5 january 2025 at 8pm            Sun 5 Jan 2025 20:00
    Mon, 5 Jan 2026 20:00            Mon 5 Jan 20:00
    mon jan 5 20:00                  Mon 5 Jan 20:00
    the 5th at 20:00                 Mon 5 Jan 20:00
    5th 20:00                        Mon 5 Jan 20:00
    31st 20:00                       Wed 31 Dec 2025 20:00
    last night 11pm                  Tue 6 Jan 23:00
    last night at 11                 Tue 6 Jan 23:00
    last night 1am                   Wed 7 Jan 01:00
    last night 11:30                 Tue 6 Jan 23:30
    tonight 8pm                      Wed 7 Jan 20:00
    this morning 8                   Wed 7 Jan 08:00
    this morning at 8:15             Wed 7 Jan 08:15
    yesterday morning 9              Tue 6 Jan 09:00
    yesterday evening 8              Tue 6 Jan 20:00
    yesterday evening at 8:30        Tue 6 Jan 20:30
    yesterday afternoon 3            Tue 6 Jan 15:00
    monday night 12:30               Tue 6 Jan 00:30
    monday night 0:30                Tue 6 Jan 00:30
    monday evening 20:00             Mon 5 Jan 20:00
    sept 5 20:00                     Fri 5 Sep 2025 20:00
    2026-01-05 18:00                 Mon 5 Jan 18:00
    2026-01-05 6pm                   Mon 5 Jan 18:00
    2026-01-05T18:00                 Mon 5 Jan 18:00
    2026-01-05T18:00:00+01:00        Mon 5 Jan 18:00
    2026-01-05T18:00:00Z             Mon 5 Jan 19:00
    yesterday noon                   Tue 6 Jan 12:00
    noon yesterday                   Tue 6 Jan 12:00
    30 Sep 2025 18:00                Tue 30 Sep 2025 18:00
    Sep 30 2025 6pm                  Tue 30 Sep 2025 18:00
    9:00 monday                      Mon 5 Jan 09:00
    day before yesterday 20:00       Mon 5 Jan 20:00
    last night at 12                 Wed 7 Jan 00:00
    yesterday night 11               Tue 6 Jan 23:00
    tonight 11                       Wed 7 Jan 23:00
    9pm 5 jan                        Mon 5 Jan 21:00
    9pm jan 5                        Mon 5 Jan 21:00
    two days ago 9pm                 Mon 5 Jan 21:00
    two hours ago                    Wed 7 Jan 10:30
    ten minutes ago                  Wed 7 Jan 12:20
    -2 hours                         Wed 7 Jan 10:30
    one hour ago                     Wed 7 Jan 11:30
    30mins ago                       Wed 7 Jan 12:00
    30min ago                        Wed 7 Jan 12:00
    2 hours ago                      Wed 7 Jan 10:30
    1 week ago                       Wed 31 Dec 2025 12:30
    two weeks ago                    Wed 24 Dec 2025 12:30
    yesterday 9:00                   Tue 6 Jan 09:00
    last monday at 9am               Mon 5 Jan 09:00
    last sunday 8pm                  Sun 4 Jan 20:00
    today at 3am                     Wed 7 Jan 03:00
    this wednesday 9am               Wed 7 Jan 09:00
    july 15 2pm                      Tue 15 Jul 2025 14:00
    May 5 2017 14:00                 Fri 5 May 2017 14:00
    2025-09-30 18:00:00              Tue 30 Sep 2025 18:00
    2026-01-05T18:00:20              Mon 5 Jan 18:00
    2025-09-30 6pm                   Tue 30 Sep 2025 18:00
    1st 20:00                        Thu 1 Jan 20:00
    2nd of jan 8am                   Fri 2 Jan 08:00
    3rd january 8am                  Sat 3 Jan 08:00
    feb 29 18:00                     Thu 29 Feb 2024 18:00
    fri 20:00                        Fri 2 Jan 20:00
    Fri 8PM                          Fri 2 Jan 20:00
    thurs 20:00                      Thu 1 Jan 20:00
    tues 8am                         Tue 6 Jan 08:00
    noon on friday                   Fri 2 Jan 12:00
    midnight on friday               Fri 2 Jan 00:00
    friday at noon                   Fri 2 Jan 12:00
    yesterday 23h30                  Tue 6 Jan 23:30
    yesterday at 23.30               Tue 6 Jan 23:30
    00:15                            Wed 7 Jan 00:15
    0:15                             Wed 7 Jan 00:15
    12am                             Wed 7 Jan 00:00
    12pm                             Wed 7 Jan 12:00
    12:30 am                         Wed 7 Jan 00:30
    7 days ago 20:00                 Wed 31 Dec 2025 20:00
    a day ago                        Tue 6 Jan 12:30
    a day ago 8am                    Tue 6 Jan 08:00
    an hour and 10 minutes ago       Wed 7 Jan 11:20
    quarter of an hour ago           Wed 7 Jan 12:15
    20:40:13                         Tue 6 Jan 20:40
    1pm                              Tue 6 Jan 13:00
    13:00                            Tue 6 Jan 13:00
    at noon                          Wed 7 Jan 12:00
    the day before yesterday at 9pm  Mon 5 Jan 21:00
    """

  private static let refused = """
    last night at half past 9  (all forms)
    20260105T180000Z           (all forms)
    last night                 Add a time: last night 9pm.
    yesterday                  Add a time: yesterday 9:00.
    9                          Write 9am or 9pm.
    yesterday 9                Write yesterday 9am or yesterday 9pm.
    21h                        Write 21:00.
    05/01/2026 18:00           Write 2026-05-01 or 2026-01-05.
    5.1.2026 18:00             Write 2026-05-01 or 2026-01-05.
    tomorrow 8am               A session is in the past: write today or a day before.
    next friday 8am            A session is in the past: write today or a day before.
    soon                       (all forms)
    25:00                      (all forms)
    15 minutes                 Write 15 minutes ago.
    5 jan                      Add a time: 5 jan 9:00.
    12                         Write 12am or 12pm.
    @1767600000                (all forms)
    now - 15 minutes           (all forms)
    feb 30 18:00               Write today, yesterday, last friday, 5 jan or 2026-01-05.
    tue 5 jan 20:00            Write Mon 5 Jan, or remove the day of the week.
    13pm                       (all forms)
    around 9pm                 (all forms)
    9ish                       (all forms)
    9 o'clock                  Write 9am or 9pm.
    nine                       (all forms)
    half past nine             (all forms)
    morning                    (all forms)
    yesterday evening          Add a time: yesterday evening 9:00.
    evening 8pm                (all forms)
    next monday 8am            A session is in the past: write today or a day before.
    2026/01/05 18:00           Write 2026-01-05.
    5-1-2026 18:00             Write 2026-05-01 or 2026-01-05.
    5/1 18:00                  (all forms)
    yesterday 9am-10am         (all forms)
    """
}
