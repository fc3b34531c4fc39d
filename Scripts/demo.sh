#!/usr/bin/env bash
# Presents a demo log in a scratch folder, which remains for further use.
# Usage: Scripts/demo.sh [FOLDER-OF-CAIRN]
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-$PWD/.build/debug}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/cairn-demo.XXXXXX")
export PATH="$folder:$PATH" CAIRN_DATA_DIR="$scratch/log"
unset CAIRN_CLOCK
bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold=$'\e[1m' plain=$'\e[0m'; fi

# day N: prints the date N days ago.
day() { date -d "$1 days ago" +%F 2>/dev/null || date -v-"$1"d +%F; }

# past DAYS-AGO RANGE TITLE PAGES: tracks a session as if typed on the following day, without output.
past() {
  local track=(cairn --quiet track "$(day "$1") $2" "$3" --pages "$4")
  [ "$1" -gt 1 ] || { "${track[@]}" && return; }
  CAIRN_ALLOW_TEST_CLOCK=1 CAIRN_CLOCK="$(day $(($1 - 1)))T12:00:00Z" "${track[@]}"
}

# fill: adds the weeks before today, with one finished book.
fill() {
  cairn -q book add "Dune" --author "Frank Herbert" --page-count 604
  cairn -q book add "Middlemarch" --author "George Eliot" --page-count 880
  cairn -q book add "Emma" --author "Jane Austen" --page-count 160
  while read -r ago range pages title; do past "$ago" "$range" "$title" "$pages"; done <<'END'
23 21:00..21:40 22 Middlemarch
22 20:30..21:20 31 Middlemarch
20 13:00..13:45 24 Middlemarch
19 22:10..23:00 27 Middlemarch
17 20:15..21:05 38 Emma
16 20:30..21:30 45 Emma
15 19:50..20:40 41 Emma
14 20:05..20:55 36 Emma
11 20:00..21:10 44 Dune
10 21:15..22:00 29 Dune
8 18:40..19:30 33 Dune
7 20:20..21:00 26 Dune
6 20:10..21:15 43 Dune
5 21:00..21:35 21 Dune
4 20:30..21:25 37 Dune
3 20:45..21:30 28 Dune
2 20:00..20:50 34 Dune
1 20:10..20:55 31 Dune
END
}

# show WORDS...: prints a command as typed, then runs it.
show() {
  printf '\n%s$ cairn' "$bold"
  for word in "$@"; do
    case $word in *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  printf '%s\n' "$plain"
  cairn "$@"
}

cp Tests/CairnExchangeTests/Fixtures/goodreads-2026-23col.csv "$scratch/goodreads.csv"
cd "$scratch"
echo "Three weeks of reading, in a scratch log:"
fill
show start read Dune --at -40m
show pause --at -25m
show resume --at -20m
show status
show stop --page 360 --note "the storm"
show log --limit 8
show stats
show streak
show shelf
show book show Dune
show import goodreads goodreads.csv
show undo
show history --limit 4

cat <<END

Play on with this log; nothing of yours was touched, and nothing is removed:

  export PATH=$folder:\$PATH
  export CAIRN_DATA_DIR=$CAIRN_DATA_DIR
  cairn help
END
