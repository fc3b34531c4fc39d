"""What PostgreSQL wrote down of some work, as a script that pgbench runs again for other accounts.

Each statement is sent as it was, with the same values. Only whose log it is, the ids of what is new, the
number of a change, and when a session began and ended, differ from one run to the next: else all would be
one session, or run at once.
"""

import hashlib
import re
import time

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
# An id of the time, as new things have it.
NEW = f"(lpad(to_hex({NOW}), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid"
# What says whose a transaction is goes in one message with what begins it, here as there.
BEGINNINGS = ("BEGIN", "SELECT set_config", "SELECT pg_advisory_xact_lock", "SELECT cairn_refuse_sealed")
USER = "lpad(:user::text, 32, '0')"


def entries(log):
    """Each statement with its values, None for null."""
    found = []
    for entry in re.split(r"(?m)^(?=[0-9a-f]+\.[0-9a-f]+\t)", log):
        said = entry.partition("\t")[2]
        if said.startswith("LOG:  statement: "):
            found += [(part.strip(), []) for part in said[17:].strip().split("; ")]
        elif said.startswith("LOG:  execute "):
            found.append((said[14:].split(": ", 1)[1].strip(), []))
        elif said.startswith("DETAIL:  parameters: "):
            pairs = re.findall(r"\$\d+ = (NULL|'(?:[^']|'')*')", said)
            found[-1] = (found[-1][0], [None if one == "NULL" else one[1:-1].replace("''", "'") for one in pairs])
    return [(text, values) for text, values in found if not re.search("pg_notify|pg_reload_conf|ALTER SYSTEM", text)]


def names(account, session):
    """What stands in place of an account, its passes, and the id of the session that the work made."""
    known = {f"{account:032}": USER}
    known[f"00000000-0000-0000-0000-{account:012}"] = f"{USER}::uuid"
    for prefix in ("cairn_", ""):
        digest = hashlib.sha256(f"{prefix}{account:064}".encode()).hexdigest()
        known[digest] = f"encode(sha256(('{prefix}' || lpad(:user::text, 64, '0'))::bytea), 'hex')"
    if session:
        known[session] = ":new0::uuid"
    return known


def instants(values):
    """What stands in place of the times of a minute ago or less, alone or as a stretch of time."""
    latest = {value for value in values if re.fullmatch(r"\d{13}", value) and 0 <= time.time() * 1000 - int(value) < 60_000}
    known = {value: f":now{number}::bigint" for number, value in enumerate(sorted(latest))}
    for value in values:
        first, dash, last = value.partition("-")
        if dash and first in latest and (not last or last in latest):
            parts = [f"{known[part][:-8]}::text" for part in (first, last) if part]
            known[value] = "(" + " || '-' || ".join(parts) + ("" if last else " || '-'") + ")"
    return known


class Script:
    """Lines of pgbench, and the values that it is given by name."""

    def __init__(self, log, account, session=None):
        self.known, self.values, self.lines = names(account, session), [], []
        self.beginning, self.writes, self.statements = [], 0, 0
        found = entries(log)
        self.known |= instants({value for _, values in found for value in values if value})
        for text, values in found:
            self.add(text, values)

    def add(self, text, values):
        text = self.filled(text, values)
        if "INSERT INTO record" in text:
            self.lines.append("\\set seq :seq + 1")
        if text.startswith(BEGINNINGS):
            self.beginning.append(text + ";")
            return
        self.begin()
        self.statements += 1
        self.lines.append(self.numbered(text) if "max(seq)" in text else text + ";")

    def begin(self):
        """Sends at once all that begins a transaction."""
        if self.beginning:
            self.lines += ["\\startpipeline", *self.beginning, "\\endpipeline"]
            self.isWriting = any("lock" in line for line in self.beginning)
            self.beginning = []

    def filled(self, text, values):
        """The statement on one line, with the names of its values."""
        if text.startswith("INSERT INTO mutation"):
            self.known[values[0]] = f":line{self.writes - 1}::uuid"
        words = [self.word(value) for value in values]
        if text.startswith("INSERT INTO record"):
            words[-1] = ":seq"
        text = re.sub(r"\$(\d+)", lambda found: words[int(found[1]) - 1], text)
        for value, word in self.known.items():
            text = text.replace(f"'{value}'", word)
        text = re.sub(r"pg_advisory_xact_lock\([^)]*\)", "pg_advisory_xact_lock(:user)", text)
        return re.sub(r"\s+", " ", text)

    def word(self, value):
        if value is None:
            return "NULL"
        if value in self.known:
            return self.known[value]
        if value not in self.values:
            self.values.append(value)
        return f":v{self.values.index(value)}_"

    def numbered(self, text):
        """What gives the number of the last change makes the ids of what is new as well."""
        if not self.isWriting:
            return text + ";"
        number = self.writes
        new = f"AS seq, {NEW} AS new{number}, {NEW} AS line{number}, {NOW} AS now{number} FROM ("
        self.writes += 1
        return re.sub(r"FROM \(", new, text, count=1) + " \\gset"

    def given(self):
        """The values, as pgbench takes them."""
        return [word for number, value in enumerate(self.values) for word in ("-D", f"v{number}_={value}")]
