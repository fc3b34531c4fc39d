"""The server's responses match its OpenAPI description, whatever a client sends."""

import pathlib
import subprocess
import sys
import tempfile

from openapi_spec_validator import OpenAPIV31SpecValidator

from server import Server

CONFIGURATION = str(pathlib.Path(__file__).with_name("schemathesis.toml"))
CHECKS = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance",
    "response_schema_conformance", "response_headers_conformance", "unsupported_method",
    "allow_header_conformance", "negative_data_rejection",
]


def check_description(cairn):
    """Checks that the description is valid OpenAPI 3.1."""
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, "--demo") as server:
        document = server.ask("GET", "/api/v1/openapi.json").json()
        errors = list(OpenAPIV31SpecValidator(document).iter_errors())
        assert not errors, errors[:3]
        return f"{len(document['paths'])} paths described"


def check_answers(cairn, seconds):
    """Sends valid and invalid requests to the demo for some seconds."""
    with tempfile.TemporaryDirectory() as folder, Server(cairn, folder, "--demo") as server:
        done = asked(server, folder, seconds, workers=2)
        # Two threads that parse Python at once can crash CPython 3.11 (its issue 106905); one thread cannot.
        if "AST constructor recursion depth mismatch" in done.stdout + done.stderr:
            done = asked(server, folder, seconds, workers=1)
        # On a machine so busy that the time is over before the first request, it takes longer.
        if "Empty test suite" in done.stdout:
            done = asked(server, folder, 10 * seconds, workers=2)
        assert "Empty test suite" not in done.stdout, "No request was sent."
        assert done.returncode == 0, "\n".join(done.stdout.splitlines()[-120:]) + done.stderr
        return done.stdout.splitlines()[-1].strip(" =")


def asked(server, folder, seconds, workers):
    """Runs schemathesis with some threads and returns the result."""
    return subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", CONFIGURATION, "run",
            server.url + "/api/v1/openapi.json",
            # The event stream never ends, and files of the other kind cannot be generated.
            "--exclude-path", "/api/v1/changes", "--exclude-operation-id", "put_account_log",
            "--checks", ",".join(CHECKS), "--phases", "coverage,fuzzing", "--seed", "1",
            "--max-time", str(seconds), "--max-examples", "5", "--workers", str(workers),
            "--request-timeout", "30", "--no-shrink", "--continue-on-failure", "--warnings", "off",
            "--suppress-health-check", "all",
        ],
        cwd=folder, capture_output=True, text=True, timeout=seconds + 300,
    )
