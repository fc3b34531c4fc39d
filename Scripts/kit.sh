#!/usr/bin/env bash
# Builds the example apps with a log inside, from outside the package, and runs them, one against a real server.
# Compiles each step of the tutorial.
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/examples
for product in timer reading-timer; do
  swift build --package-path Examples --scratch-path "$out" --product "$product"
done
maps=()
for map in Sources/C*/module.modulemap "$out"/debug/C*.build/module.modulemap; do maps+=(-I "${map%/*}"); done
for step in Sources/CairnKit/CairnKit.docc/Resources/*.swift; do
  swiftc -typecheck -parse-as-library -swift-version 6 -I "$out/debug/Modules" "${maps[@]}" "$step"
done
cairn=${CAIRN:-$PWD/.build/debug/cairn}
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT

timer() { "$out/debug/timer" "$folder/log.sqlite" "$@"; }
# Fails unless the text contains the words.
has() { case $2 in *"$1"*) ;; *) echo "expected “$1” in: $2" >&2; exit 1 ;; esac; }

day=$(printf 'Persuasion\n12\n' | "$out/debug/reading-timer" "$folder/tutorial.sqlite")
has "12 pages" "$day"
has "sessions today: 1" "$day"
has "1 open" "$(timer read Dune > /dev/null; timer)"
has "Dune" "$(timer pause)"
has "Dune" "$(timer resume)"
has "“Dune”" "$(timer read Dune || true)"  # refused, and named
has "41 pages" "$(timer stop 41)"
has "is read" "$(timer finish Dune)"
timer climb > /dev/null
has "flash" "$(timer send V4)"
timer leave "a fine evening" > /dev/null
timer listened Persuasion > /dev/null
has "Persuasion" "$(timer log)"
timer delete
has "undone:" "$(timer undo)"
has "3 ended" "$(timer log | wc -l) ended"

"$cairn" serve --single-user --listen 127.0.0.1:0 --data-dir "$folder/server" > "$folder/address" 2>&1 &
server=$!
until url=$(grep -o -m 1 'http://[0-9.:]*' "$folder/address"); do
  kill -0 "$server" || exit 1
  sleep 0.1
done
has "refused: 0" "$(timer sync "$url")"
has "Persuasion" "$("$cairn" log --data-dir "$folder/server")"
has "sent: 0" "$(timer sync "$url")"
echo "The app's sessions are on the server."
