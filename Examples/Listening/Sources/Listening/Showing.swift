import Cairn
import CairnClient
import Foundation

func showTotals(_ client: ListeningClient, at now: Instant) async throws(ClientError) {
  let known = try await client.analytics()
  let totals = known.value
  print("stories \(totals.totalStoriesListened)")
  print("seconds \(totals.totalListeningTimeSeconds)")
  print("streak \(totals.currentStreak), longest \(totals.longestStreak)")
  if !known.isCurrent { print("as of \(known.age(at: now).clockText) ago") }
  if known.unsent > 0 { print("\(known.unsent) not sent yet") }
}

func showSessions(of story: String?, _ client: ListeningClient) async throws(ClientError) {
  var offset = 0
  while true {
    let page = try await client.getSessions(storyId: story, limit: 100, offset: offset)
    for session in page.sessions {
      let ending = session.completed ? "completed" : "partial"
      print(session.startedAt.ISO8601Format(), session.storyId, session.duration ?? 0, ending)
    }
    offset += page.sessions.count
    guard page.hasMore, !page.sessions.isEmpty else { return }
  }
}

func sendWhatWaits(_ client: ListeningClient) async throws(ClientError) {
  let result = await client.flush()
  print("sent \(result.sent), refused \(result.refused), waiting \(result.waiting)")
  for letter in try await client.deadLetters() {
    print("refused \(letter.session.storyId): \(letter.reason.message)")
  }
  if let failure = result.stoppedBy { throw failure }
}
