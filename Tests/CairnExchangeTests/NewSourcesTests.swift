import Cairn
import CairnExchange
import CairnStore
import CairnTestKit
import Testing

@Suite struct `Hardcover and BookWyrm exports` {
  private let hardcover = Array(
    """
    Title,Author,Series,Status,Date Added,Date Started,Date Finished,Rating,Review,Lists,ISBN 10,ISBN 13,Hardcover Book ID
    The Long River,Ana Prado,River (#2.0),Read,2024-01-01,2024-01-05,2024-01-20,4.5,<p>Good</p>,Best,0306406152,,12
    Cold Tea,Jo Park,,Did Not Finish,2024-02-01,,,,,,,,13

    """.utf8
  )
  private let bookwyrm = Array(
    """
    title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,start_date,finish_date,stopped_date,rating,review_content,shelf,shelf_name
    The Long River,Ana Prado,https://e.example/1,OL1M,0306406152,,2024-01-05,2024-01-20,,4.5,Good words,read,Read
    Cold Tea,Jo Park,https://e.example/2,OL2M,,,2024-02-05,,2024-02-09,,,stopped-reading,Stopped Reading
    Dawn,Jo Park,https://e.example/3,,,,,,,,,sci-fi,Sci-Fi

    """.utf8
  )

  @Test func `are detected by their columns`() throws {
    #expect(try FileFormat(sniffing: hardcover) == .hardcover)
    #expect(try FileFormat(sniffing: bookwyrm) == .bookwyrm)
  }

  @Test func `are imported with their IDs, and matched by them`() async throws {
    let files = [try HardcoverExport.parse(hardcover), try BookWyrmExport.parse(bookwyrm)]
    #expect(files[0].books.map(\.sourceID) == ["12", "13"])
    #expect(files[0].books.map(\.status) == [.read, .didNotFinish])
    #expect(files[0].books[0].seriesNumber == "2" && files[0].books[0].shelves == ["Best"])
    #expect(files[1].books.map(\.status) == [.read, .didNotFinish, nil])
    #expect(files[1].books[2].shelves == ["Sci-Fi"])
    #expect(files[1].issues.map(\.code) == ["import.status"])
    try await withLog { scratch in
      #expect(try await scratch.take(files[0]).figures == [2, 0, 0, 0, 0])
      let second = try await scratch.take(files[1])
      #expect(second.added.map(\.title) == ["Dawn"])
      #expect(try await scratch.take(files[0]).figures == [0, 0, 2, 0, 0])
      #expect(try await scratch.take(files[1]).figures == [0, 0, 3, 0, 0])
      #expect(
        try await scratch.readings("The Long River") == ["finished 2024-01-05..2024-01-20 - 18"]
      )
      try await scratch.isSound()
    }
  }

  @Test func `are rejected without a required column`() {
    let file = Array("Title,Status\nEmma,Read\n".utf8)
    let one = #expect(throws: CairnError.self) { try HardcoverExport.parse(file) }
    let other = #expect(throws: CairnError.self) { try BookWyrmExport.parse(file) }
    #expect(one?.code == "import.columns" && other?.code == "import.columns")
  }
}

@Suite struct `A training board's logbook` {
  private static let header =
    "board,angle,climb_name,date,logged_grade,displayed_grade,difficulty,tries,is_mirror,"
    + "sessions_count,tries_total,is_repeat,is_ascent,comment\n"

  private static let rows: [(String, String)] = [
    (
      "kilter,40,Alfa,2024-05-01 18:30:12,6c/V5,V5,20,1,False,1,1,False,True,Nice",
      "Alfa V5 V bouldering/-: sent flash"
    ),
    (
      "kilter,40,Alfa,2024-05-01,,V5,20,3,False,1,3,False,True,",
      "Alfa V5 V bouldering/-: fell, fell, sent"
    ),
    (
      "tension,30,Bravo,2024-05-01,7A,,22,1,True,2,4,False,True,",
      "Bravo 7A FONT bouldering/-: sent"
    ),
    (
      "moon,40,Charlie,2024-05-01,V4,V4,18,1,False,3,5,True,True,",
      "Charlie V4 V bouldering/-: sent repeat"
    ),
    (
      "moon,40,Delta,2024-05-01,V8,V8,25,2,False,1,2,False,False,",
      "Delta V8 V bouldering/-: fell, fell"
    ),
  ]

  @Test(arguments: rows)
  func `contains climbs and their results`(row: String, words: String) throws {
    let file = Array((Self.header + row + "\n").utf8)
    #expect(try FileFormat(sniffing: file) == .boards)
    let climb = try #require(try LogbookFormat.boards.parse(file).climbs.first)
    #expect(climb.words == words && climb.day == "2024-05-01" && climb.isOutdoor == false)
    #expect(climb.angle == (row.hasPrefix("tension") ? 30 : 40))
    #expect((climb.notes?.contains("Mirrored") == true) == row.contains(",True,2,"))
  }

  @Test func `is imported once`() async throws {
    let file = Array((Self.header + Self.rows.map { $0.0 + "\n" }.joined()).utf8)
    let read = try LogbookFormat.boards.parse(file)
    try await withClimbingLogs { scratch in
      let (first, second) = (try await scratch.take(read), try await scratch.take(read))
      #expect(first.added.count == 5 && second.added.isEmpty)
    }
  }
}

@Suite struct `A Spotify streaming history` {
  private let file = Array(
    """
    [{"ts":"2024-03-02T19:00:00Z","ms_played":1800000,"master_metadata_track_name":null,"episode_name":"Of rivers","episode_show_name":"Waters","spotify_episode_uri":"spotify:episode:1","ip_addr":"192.0.2.1"},
     {"ts":"2024-03-02T20:00:00Z","ms_played":600000,"episode_name":null,"audiobook_title":"The Long River","audiobook_uri":"spotify:show:9","audiobook_chapter_title":"One"},
     {"ts":"2024-03-02T20:10:00Z","ms_played":600000,"audiobook_title":"The Long River","audiobook_uri":"spotify:show:9","audiobook_chapter_title":"Two"},
     {"ts":"2024-03-02T21:00:00Z","ms_played":200000,"master_metadata_track_name":"A song","episode_name":null},
     {"ts":"2024-03-02T21:05:00Z","ms_played":900,"episode_name":"Of rivers","spotify_episode_uri":"spotify:episode:1"},
     {"ts":"later","ms_played":9000,"episode_name":"Of rivers","spotify_episode_uri":"spotify:episode:1"}]
    """.utf8
  )

  @Test func `contains podcasts and audiobooks`() throws {
    #expect(try FileFormat(sniffing: file) == .spotify)
    let history = try SpotifyHistory.parse(file)
    #expect(history.stories.map(\.story.title) == ["Of rivers", "The Long River"])
    #expect(history.stories.map(\.story.series) == ["Waters", nil])
    #expect(history.stories.map { $0.sessions.count } == [1, 2])
    let first = try #require(history.stories.first?.sessions.first)
    #expect(first.length == .minutes(30))
    #expect(first.time == .instant(try #require(Instant(text: "2024-03-02T18:30:00Z"))))
    #expect(!first.raw.contains("192.0.2.1"))
    #expect(
      history.issues.map(\.message) == [
        "1 play of music or video skipped: only podcasts and audiobooks are imported.",
        "1 play shorter than five seconds skipped.",
        "The play was skipped: its end or duration is missing.",
      ]
    )
  }

  @Test(arguments: ["[]", "[{\"ts\":\"2024-03-02T19:00:00Z\",\"ms_played\":9}]"])
  func `is rejected without either`(text: String) {
    let error = #expect(throws: CairnError.self) { try SpotifyHistory.parse(Array(text.utf8)) }
    #expect(error?.code == "import.empty")
  }
}
