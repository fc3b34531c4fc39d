import Testing

@Suite struct `The data directory` {
  @Test func `contains only files that the storage page lists`() throws {
    let scratch = try Scratch()
    let log = ["CAIRN_DATA_DIR": "log"]
    let life =
      "cairn track '2026-01-05 20:00..21:00' Emma && cairn backup && cairn restore log/backups/*"
    _ = try scratch.run(life, log)
    let names = try scratch.run("ls -A -p log", log).split(separator: "\n").map(String.init)
    let known = Page(path: "docs/storage.md").rows(under: "Files").map { $0[0] }
    #expect(names.contains("log.sqlite"))
    #expect(names.filter { !known.contains($0) } == [])
  }

  @Test func `follows no symbolic link for its reserve`() throws {
    let scratch = try Scratch()
    let trap = "mkdir log && echo kept > other && ln -s ../other log/reserve"
    let said = try scratch.run(
      "\(trap) && cairn book add Emma && cat other",
      ["CAIRN_DATA_DIR": "log"]
    )
    #expect(said.hasSuffix("kept\n"))
  }

  @Test func `is created once by concurrent commands`() throws {
    let scratch = try Scratch()
    let all = """
      for number in 1 2 3 4 5 6; do cairn book add "Book $number" & done
      wait; cairn shelf --json | grep -c '"id"'
      """
    let said = try scratch.run(all, ["CAIRN_DATA_DIR": "log"])
    #expect(said.split(separator: "\n").last == "6")
    #expect(try scratch.run("ls -A log", [:]) == "log.sqlite\nreserve\n")
  }
}
