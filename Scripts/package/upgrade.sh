# Installs the next version over a running server with a log, and tries to go back. Sourced by Scripts/package-check.sh.
# CAIRN_NEXT names the package of the next version; without it, that is this one with a higher number.

# ask PATH [JSON]: asks the server as ben, who signs in first.
ask() {
  local json=(--json "${2:-}")
  [ $# -gt 1 ] || json=()
  curl --silent --show-error --fail-with-body --max-time 60 --cookie-jar "$work/cookies" --cookie "$work/cookies" \
    --header "Origin: $url" "${json[@]}" "$url$1"
}

sign_in() { ask /api/v1/sign-in '{"name":"ben","password":"correct horse battery"}' >"$work/sign-in.log"; }

next_package() {
  [ -z "${CAIRN_NEXT:-}" ] || { cp "$CAIRN_NEXT" "$work/next.deb" && return; }
  dpkg-deb -R "$deb" "$work/next"
  sed -i 's/^Version: .*/&+next/' "$work/next/DEBIAN/control"
  sed -i 's/gt "\([^"]*\)"/gt "\1+next"/' "$work/next/DEBIAN/preinst"
  dpkg-deb --root-owner-group -Znone --build "$work/next" "$work/next.deb" >/dev/null
  rm -r "$work/next"
}

check_upgrade() {
  echo "correct horse battery" | as_server cairn account create ben >"$work/account.log" 2>&1 ||
    fail "no account can be created"
  sign_in
  ask /api/v1/sessions '{"title":"Dune"}' >"$work/session.log" || fail "no session can be started"
  next_package
  install_deb "$work/next.deb" || fail "the upgrade does not install"
  ask "/api/v1/sessions?open=true" | grep >/dev/null Dune || fail "the server stopped during the upgrade"
  stop_server
  serve
  sign_in
  ask "/api/v1/sessions?open=true" | grep >/dev/null Dune || fail "the session does not run on after the upgrade"
  stop_server
  # It also complains about the library for PostgreSQL, which is not there.
  as_server cairn doctor >"$work/doctor.log" || true
  grep -qE '^ben +[0-9]+ +ok' "$work/doctor.log" || fail "the log is damaged after the upgrade"
  check_downgrade
}

# Neither the package of an older version nor its program takes what a newer one wrote.
check_downgrade() {
  cp "$deb" "$root/tmp/cairn.deb"
  ! inside dpkg -i /tmp/cairn.deb >"$work/old.log" 2>&1 || fail "an older version installs"
  grep -q "is older than the installed version" "$work/old.log" || fail "the downgrade is not explained"
  local accounts=$root/var/lib/cairn/accounts.sqlite
  cp -p "$accounts" "$work/accounts.sqlite"
  python3 - "$accounts" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("INSERT INTO migration SELECT max(number) + 1, 'of a newer version', checksum FROM migration")
END
  ! as_server CAIRN_LISTEN=127.0.0.1:0 cairn serve >"$work/old.log" 2>&1 || fail "it serves a newer version's accounts"
  grep -q "newer version" "$work/old.log" || fail "newer accounts are refused without a reason"
  cp -p "$work/accounts.sqlite" "$accounts"
}
