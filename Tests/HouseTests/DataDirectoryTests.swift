import Testing

@Suite struct `The data directory` {
  @Test func `holds only files that the page of storage names`() throws {
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
}
