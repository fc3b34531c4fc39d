"""A PostgreSQL of its own, and a pooler before it with two connections for all transactions."""

import contextlib
import pathlib
import subprocess

SCRIPT = pathlib.Path(__file__).parents[2] / "Scripts" / "postgres.sh"


@contextlib.contextmanager
def pooled_database(cairn):
    """Gives what a server is told that keeps its logs there."""
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
            # It ends, and its folder goes, when nobody listens any more.
            process.stdin.close()


def address(folder, role, port=5432):
    """The database as a role sees it, past the pooler or through it."""
    return f"postgresql://{role}@/cairn?host={folder}&port={port}"
