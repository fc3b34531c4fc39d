import Cairn
import CairnClient
import Foundation

@main struct Main {
  static func main() async {
    do {
      try await Main(CommandLineOptions(Array(CommandLine.arguments.dropFirst()))).run()
    } catch let error as ClientError {
      fail(error.description, 1)
    } catch is Usage {
      fail("Usage: listening [--server URL] [--folder DIR] [--clock SECONDS] VERB …", 64)
    } catch {
      fail("\(error)", 70)
    }
  }

  private let words: CommandLineOptions
  private let server: URL
  private let folder: URL
  private let clock: PlayerClock

  private init(_ words: CommandLineOptions) throws {
    guard let server = URL(string: words["--server"] ?? "http://127.0.0.1:8080"),
      let ahead = Int64(words["--clock"] ?? "0")
    else { throw Usage() }
    self.words = words
    self.server = server
    folder = URL(filePath: words["--folder"] ?? "listening")
    clock = PlayerClock(ahead: .seconds(ahead))
  }

  private func run() async throws {
    let client = try await open(
      server: server,
      folder: folder,
      transport: transport,
      dependencies: dependencies
    )
    switch try words.word(0) {
    case "sign-up": try await signUp(client)
    case "record": try await record(client)
    case "list": try await showSessions(of: words.rest.dropFirst().first, client)
    case "stats": try await showTotals(client, at: clock.reading().now)
    case "flush": try await sendWhatWaits(client)
    case "guide": try await followGuide(client)
    case "sign-out": try await signOut(client)
    default: throw Usage()
    }
    await client.close()
  }

  private var transport: any Transport {
    let real = URLSessionTransport(base: server)
    guard let moment = words["--kill"] else { return real }
    return CrashingTransport(inner: real, isSent: moment == "sent")
  }

  private var dependencies: ClientDependencies {
    let real = ClientDependencies(clock: { [clock] in clock.reading() })
    guard let patience = Double(words["--patience"] ?? "1") else { return real }
    return ClientDependencies(
      clock: real.clock,
      random: real.random,
      sleep: { try await real.sleep($0 * patience) },
      newID: real.newID
    )
  }

  private func signUp(_ client: ListeningClient) async throws {
    let credentials = try await client.signUp(
      name: words.word(1),
      email: words.word(2),
      password: words.word(3)
    )
    try SignIn(folder).save(credentials)
    print(credentials)
  }

  private func record(_ client: ListeningClient) async throws {
    guard let seconds = Int64(try words.word(2)) else { throw Usage() }
    let isComplete = words.has("--complete")
    await play(try words.word(1), for: seconds, toItsEnd: isComplete, clock, client)
    let left = try await client.unsent()
    print("waiting \(left.waiting), refused \(left.refused)")
  }

  private func followGuide(_ client: ListeningClient) async throws {
    guard let credentials = await client.credentials else { throw Usage() }
    let guide = GuideClient(transport: transport, token: credentials.token)
    try await trackAsTheGuideDoes(try words.word(1), clock, guide)
  }

  private func signOut(_ client: ListeningClient) async throws {
    let leaving: ListeningClient.SignOutPolicy =
      words.has("--keep") ? .keep : words.has("--discard") ? .discard : .refuse
    try await client.signOut(unsent: leaving)
    try SignIn(folder).save(nil)
  }
}

private func fail(_ text: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data("listening: \(text)\n".utf8))
  exit(code)
}
