import Testing

@Suite struct `A full disk` {
  /// Mounts a small private disk, which some systems do not permit.
  private static let disk = "unshare --map-root-user --mount"
  private static let hasDisk =
    (try? Scratch().run("\(disk) mount -t tmpfs none /mnt && echo can", [:])) == "can\n"

  // trap 19
  @Test(.enabled(if: hasDisk, "No disk can be mounted here."))
  func `is reported as full, and releases the reserve`() throws {
    let life = """
      mount -t tmpfs -o size=64m,nr_inodes=24 none /mnt
      cairn start read Emma >/dev/null
      while touch "/mnt/file$((number += 1))"; do :; done 2>/dev/null
      cairn stop --allow-short; cairn stop --allow-short --quiet
      echo "ended with $?"; cairn status
      """
    let said = try Scratch().run("\(Self.disk) bash -c '\(life)'", ["CAIRN_DATA_DIR": "/mnt/log"])
    #expect(said.contains("cairn: The disk is full, so nothing was stored."))
    #expect(said.contains("Run the command again now; a reserve of 1 MiB was freed."))
    #expect(said.contains("ended with 0\nNo session is open."))
  }

  @Test(.enabled(if: hasDisk, "No disk can be mounted here."), arguments: [true, false])
  func `can be checked by the doctor`(isFull: Bool) throws {
    let life = """
      mount -t tmpfs -o size=1m none /mnt
      cairn start read Emma >/dev/null
      \(isFull ? "cat /dev/zero >/mnt/zeros" : "mount -o remount,ro /mnt") 2>/dev/null
      cairn doctor --json | head -c 15
      """
    let said = try Scratch().run("\(Self.disk) bash -c '\(life)'", ["CAIRN_DATA_DIR": "/mnt/log"])
    #expect(said == "{\"healthy\":true")
  }
}
