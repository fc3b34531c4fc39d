"""Checks of the isolation between people in the catalogue with pgTAP, and proof that each check can fail.

Usage: catalogue.py --cairn PATH
"""

import os
import pathlib
import shutil

import checks
from cairn import Cairn
from postgres import Node, run

CHECKS = pathlib.Path(__file__).parent.parent / "Postgres" / "isolation.sql"

#: Plausible mistakes, each with a part of the name of the check that must fail.
MISTAKES = {
    "CREATE TABLE note (user_id uuid, words text); GRANT ALL ON note TO cairn_app": "public.note has row-level security",
    "CREATE TABLE accounts.note (words text); GRANT ALL ON accounts.note TO cairn_app": "accounts.note has row-level security",
    "ALTER TABLE session NO FORCE ROW LEVEL SECURITY": "public.session forces it on its owner",
    "CREATE POLICY oops ON entry USING (true)": "public.entry should have the correct policies",
    "ALTER POLICY account_rows ON goal USING (true)": "public.goal shows an account its own rows",
    "ALTER POLICY account_rows ON goal WITH CHECK (true)": "public.goal lets nothing be written that is not seen",
    "ALTER POLICY account_rows ON goal TO PUBLIC": "Policy account_rows for table public.goal should have the correct roles",
    "GRANT SELECT ON record_3 TO cairn_app": "cairn_app should be granted no privileges on table public.record_3",
    "GRANT SELECT (fields) ON record TO cairn_reader": "public.record shows cairn_reader columns that it should",
    "CREATE INDEX oops ON session (id)": "oops is led by the account",
    "ALTER TABLE mutation DETACH PARTITION mutation_5": "public.mutation has all its partitions",
    "CREATE VIEW oops AS SELECT * FROM session": "oops is asked as who looks",
    "GRANT EXECUTE ON FUNCTION accounts.webhook_owners() TO PUBLIC": "webhook_owners() is for the role that serves alone",
    "GRANT cairn_owner TO cairn_app": "cairn_app cannot become cairn_owner",
    "ALTER ROLE cairn_app BYPASSRLS": "cairn_app sees past nothing",
    "CREATE ROLE helper BYPASSRLS IN ROLE cairn_app": "helper sees past nothing",
    "CREATE FUNCTION accounts.oops() RETURNS SETOF accounts.webhook LANGUAGE sql SECURITY DEFINER "
    "SET search_path = accounts AS 'SELECT * FROM webhook'": "what looks past the policies gives names of people alone",
    "DROP FUNCTION accounts.owners_to_notify(bigint, bigint)": "cairn_integrity_errors() names nothing",
    "GRANT CREATE ON SCHEMA accounts TO cairn_app": "cairn_app makes nothing beside the accounts",
    "GRANT SELECT ON accounts.webhook TO pg_monitor": "accounts.webhook is granted to nobody else",
    "ALTER TABLE accounts.delivery DROP CONSTRAINT delivery_webhook_fkey": "accounts.delivery goes with what it is of",
    "ALTER TABLE accounts.connected_file DROP CONSTRAINT connected_file_connection_fkey": "accounts.connected_file goes with what it is of",
    "DROP TRIGGER delete_owned_rows ON accounts.account": "accounts.account has the triggers that it should",
}


class Catalogue:
    """A database made as the guide describes."""

    def __init__(self, cairn, folder):
        self.node = Node(os.path.join(folder, "database")).make()
        Cairn(cairn, folder, [self.node.folder]).prepare()
        # The server runs as a user that cannot read the checkout.
        self.file = shutil.copy(CHECKS, folder)

    def stop(self):
        self.node.stop()

    def asked(self, mistake=""):
        """Returns the pgTAP output for a database with a mistake, which is rolled back."""
        script = pathlib.Path(self.file).read_text().replace("CREATE TEMP VIEW kept", f"{mistake};\nCREATE TEMP VIEW kept", 1)
        place = self.node.folder / "asked.sql"
        place.write_text(script)
        lines = run("psql", "-X", "-h", self.node.folder, "-U", "postgres", "-d", "cairn", "-f", place).splitlines()
        assert lines[-1].startswith(("1..", "# Looks like you failed")), lines[-3:]
        return [line for line in lines if line.startswith(("ok ", "not ok ", "#"))]


def accepts_the_documented_setup(catalogue):
    """Expects that every check passes."""
    lines = catalogue.asked()
    assert all(line.startswith("ok ") for line in lines), "\n".join(line for line in lines if not line.startswith("ok "))
    assert len(lines) > 500, f"only {len(lines)} checks"
    print(f"  {len(lines)} checks")


def detects_each_mistake(catalogue):
    """Expects that each mistake makes the right check fail."""
    for mistake, words in MISTAKES.items():
        wrong = [line for line in catalogue.asked(mistake) if line.startswith("not ok")]
        assert any(words in line for line in wrong), f"{mistake}: {wrong}"
    print(f"  {len(MISTAKES)} mistakes")


checks.run("cluster catalogue", __doc__, Catalogue, accepts_the_documented_setup, detects_each_mistake)
