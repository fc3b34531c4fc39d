"""A temporary PostgreSQL behind a pooler with two connections for all transactions."""

import contextlib
import pathlib
import subprocess

SCRIPT = pathlib.Path(__file__).parents[2] / "Scripts" / "postgres.sh"


@contextlib.contextmanager
def pooled_database(cairn):
    """Yields the server settings that store the logs in it."""
    with subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        folder = process.stdout.readline().strip()
        assert folder, "PostgreSQL did not start"
        try:
            done = subprocess.run(
                [cairn, "admin", "prepare", address(folder, "cairn_owner")],
                capture_output=True, text=True, check=False,
            )
            assert done.returncode == 0, done.stderr
            yield {
                "CAIRN_DATABASE": address(folder, "cairn_app", 6432),
                "CAIRN_DATABASE_DIRECT": address(folder, "cairn_app"),
            }
        finally:
            # The pooler exits and its folder disappears after the last connection closes.
            process.stdin.close()


def address(folder, role, port=5432):
    """Returns the database address for a role, through the pooler or past it."""
    return f"postgresql://{role}@/cairn?host={folder}&port={port}"
