import Testing

@Suite struct `Concurrent commands` {
  @Test func `that track one new title create one book`() throws {
    let scratch = try Scratch()
    let said = try scratch.run(
      """
      for hour in 01 02 03 04 05 06; do
        cairn track $hour:00-$hour:30 'The Same' > /dev/null &
      done; wait; cairn shelf --json | grep -c title; cairn log --json | grep -c active_seconds
      """,
      Page.cli.file.consoleVariables
    )
    #expect(said == "1\n6\n")
  }
}
