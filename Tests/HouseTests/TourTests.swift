import Testing

@Suite struct `A tour` {
  @Test(arguments: Repository.pages.filter { !$0.consoleSteps.isEmpty })
  func `prints its output when typed as written`(page: RepositoryFile) throws {
    let scratch = try Scratch()
    var ids = ConsoleIDs()
    for step in page.consoleSteps {
      let printed = try scratch.run(ids.typed(step.command), page.consoleVariables)
      let output = ids.renamed(printed, like: step.output)
      #expect(output.isLike(step.output), "\(page.path):\(step.line): \(step.command)\n\(output)")
    }
  }

  @Test func `is on the first page`() throws {
    let readme = try #require(Repository.pages.first { $0.path == "README.md" })
    #expect(readme.consoleSteps.count > 20)
  }

  @Test func `detects a word that is not printed`() {
    #expect("a b\n".isLike("a b\n"))
    #expect("a 7c0 b\n".isLike("a … b\n"))
    #expect(!"a b\n".isLike("a c\n"))
    #expect(!"a\nb\n".isLike("…b\n"))
    #expect(!"a b\n".isLike("a\n"))
  }

  @Test func `recognises an ID`() {
    var ids = ConsoleIDs()
    #expect(ids.renamed("New (k3f9ab)\n", like: "New (d0n7xx)\n") == "New (d0n7xx)\n")
    #expect(ids.renamed("k3f9ab  x\n", like: "another\n") == "d0n7xx  x\n")
    #expect(ids.typed("cairn undo d0n7xx") == "cairn undo k3f9ab")
  }
}
