"""Converts logged PostgreSQL statements to a pgbench script for other accounts.

The script keeps the statements and values. Only the account, the IDs of new rows, the change
numbers, and the start and end times vary between runs. Otherwise all runs would write one session, or
overlapping ones.
"""

import hashlib
import re
import time

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
# A time-based ID, as new rows have it.
NEW = f"(lpad(to_hex({NOW}), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid"
# The server sends the start of a transaction and its settings in one message; so does the script.
BEGINNINGS = ("BEGIN", "SELECT set_config", "SELECT pg_advisory_xact_lock", "SELECT cairn_require_row_security")
USER = "lpad(:user::text, 32, '0')"


def entries(log):
    """Returns each statement with its values; None is null."""
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
    """Returns replacements for an account, its credentials, and the ID of the new session."""
    known = {f"{account:032}": USER}
    known[f"00000000-0000-0000-0000-{account:012}"] = f"{USER}::uuid"
    for prefix in ("cairn_", ""):
        digest = hashlib.sha256(f"{prefix}{account:064}".encode()).hexdigest()
        known[digest] = f"encode(sha256(('{prefix}' || lpad(:user::text, 64, '0'))::bytea), 'hex')"
    if session:
        known[session] = ":new0::uuid"
    return known


def instants(values):
    """Returns replacements for times of the last minute, alone or in a segment."""
    latest = {value for value in values if re.fullmatch(r"\d{13}", value) and 0 <= time.time() * 1000 - int(value) < 60_000}
    known = {value: f":now{number}::bigint" for number, value in enumerate(sorted(latest))}
    for value in values:
        first, dash, last = value.partition("-")
        if dash and first in latest and (not last or last in latest):
            parts = [f"{known[part][:-8]}::text" for part in (first, last) if part]
            known[value] = "(" + " || '-' || ".join(parts) + ("" if last else " || '-'") + ")"
    return known


class Script:
    """The lines of a pgbench script, and its variables."""

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
        """Adds the start of a transaction as one pipeline."""
        if self.beginning:
            self.lines += ["\\startpipeline", *self.beginning, "\\endpipeline"]
            self.isWriting = any("lock" in line for line in self.beginning)
            self.beginning = []

    def filled(self, text, values):
        """Returns the statement on one line, with variables for its values."""
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
        """Extends the query for the last change number to create the IDs of new rows too."""
        if not self.isWriting:
            return text + ";"
        number = self.writes
        new = f"AS seq, {NEW} AS new{number}, {NEW} AS line{number}, {NOW} AS now{number} FROM ("
        self.writes += 1
        return re.sub(r"FROM \(", new, text, count=1) + " \\gset"

    def given(self):
        """Returns the variables as pgbench options."""
        return [word for number, value in enumerate(self.values) for word in ("-D", f"v{number}_={value}")]
