"""Starts the services of Packaging/compose*.yaml with their commands and settings, without containers."""

import contextlib
import json
import pathlib
import re
import subprocess
import tempfile
import urllib.request

import yaml

from database import SCRIPT

TOP = pathlib.Path(__file__).parents[2]
ROLES = "cairn_server", "cairn_app", "cairn_gate", "cairn_reader", "cairn_owner"


def check_compose(cairn):
    """Checks both files, and starts what they describe."""
    files = {path.name: yaml.safe_load(path.read_text()) for path in (TOP / "Packaging").glob("compose*.yaml")}
    assert len(files) == 2, files.keys()
    check_libraries()
    with tempfile.TemporaryDirectory() as folder:
        known = settings(cairn, folder)
        for name, file in files.items():
            check_names(name, file, known)
        serve(Container(cairn, folder, files["compose.yaml"]["services"]["cairn"]))
        with database(files["compose-postgres.yaml"], folder) as host:
            services = files["compose-postgres.yaml"]["services"]
            prepared = Container(cairn, folder, services["prepare"], host).run()
            assert prepared.returncode == 0, prepared.stderr
            serve(Container(cairn, folder, services["cairn"], host))
    return f"{len(files)} files start a server"


def check_libraries():
    """Checks that the Containerfile installs what the Debian package depends on, and the library for PostgreSQL."""
    control = (TOP / "Packaging" / "debian" / "control").read_text()
    depends = re.search("^Depends: (.*)$", control, re.MULTILINE)[1].split(", ")
    wanted = {one.split()[0] for one in depends} - {"adduser", "init-system-helpers", "libc6"} | {"libpq5"}
    recipe = (TOP / "Packaging" / "Containerfile").read_text()
    given = re.search(r"--no-install-recommends \\\n(.*?)&&", recipe, re.DOTALL)[1]
    assert set(given.replace("\\", "").split()) == wanted, wanted


def settings(cairn, folder):
    """Returns the variables of all settings."""
    done = subprocess.run(
        [cairn, "config", "--json", "--data-dir", f"{folder}/config"], capture_output=True, text=True, check=True
    )
    return {"CAIRN_" + one["name"].upper().replace("-", "_") for one in json.loads(done.stdout)}


def check_names(name, file, known):
    """Checks that settings, volumes, secrets and dependencies exist, and how the image is named."""
    guide = (TOP / "docs" / "install.md").read_text()
    assert f"Packaging/{name}" in guide
    for service in file["services"].values():
        own = {key for key in service.get("environment", {}) if key.startswith("CAIRN_")}
        assert own <= known, own - known
        used = {one if isinstance(one, str) else one["source"] for one in service.get("secrets", [])}
        assert used <= file.get("secrets", {}).keys(), used
        for one in service.get("volumes", []):
            source = one.split(":")[0]
            assert source in file["volumes"] or (TOP / "Packaging" / source).is_file(), source
        assert service.get("depends_on", {}).keys() <= file["services"].keys()
        assert service["read_only"]
        if ":" not in service["image"]:
            assert f"docker-daemon:{service['image']}:latest" in guide, service["image"]
            assert service["pull_policy"] == "never", "an image of that name may be a stranger's"


class Container:
    """A service of a file as a process on this machine."""

    def __init__(self, cairn, folder, service, host=""):
        self.replaced = {
            "$$": "$",
            "/run/secrets": f"{folder}/secrets",
            "@database/cairn": f"@/cairn?host={host}",
        }
        programs = pathlib.Path(folder, "bin")
        programs.mkdir(exist_ok=True)
        if not (programs / "cairn").exists():
            (programs / "cairn").symlink_to(cairn)
        self.health = service.get("healthcheck", {}).get("test", [])[1:]
        entrypoint = service.get("entrypoint", ["cairn"])
        self.words = [self.local(word) for word in entrypoint + service.get("command", ["serve"])]
        own = {key: self.local(value) for key, value in service.get("environment", {}).items()}
        self.environment = {
            "PATH": f"{programs}:/usr/bin:/bin", "CAIRN_DATA_DIR": f"{folder}/data",
            "CAIRN_LISTEN": "127.0.0.1:0", **own,
        }

    def local(self, text):
        """Returns a text with the paths and the host of this machine."""
        for name, place in self.replaced.items():
            text = text.replace(name, place)
        return text

    def run(self, words=None, **more):
        """Runs the service, or another command in its place, to the end."""
        return subprocess.run(
            words or self.words, env={**self.environment, **more}, capture_output=True, text=True, check=False
        )

    def start(self):
        """Starts the service."""
        return subprocess.Popen(
            self.words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )


def serve(container):
    """Starts a server, checks its health as the file says, opens its setup link, and stops it."""
    with container.start() as process:
        try:
            url = process.stdout.readline().split()[2]
            healthy = container.run(container.health, CAIRN_LISTEN=url.removeprefix("http://"))
            assert healthy.returncode == 0, healthy.stderr
            lines = iter(process.stderr.readline, "")
            link = next(line for line in lines if "/setup/" in line).strip()
            public = container.environment["CAIRN_URL"]
            assert link.startswith(public), link
            path = link.removeprefix(public)
            request = urllib.request.Request(url + path, headers={"Host": public.removeprefix("https://")})
            with urllib.request.urlopen(request, timeout=120) as page:
                assert b"Create the first account" in page.read()
        finally:
            process.terminate()
            status = process.wait(timeout=60)
    assert status == 0, status


@contextlib.contextmanager
def database(file, folder):
    """Yields the folder of a PostgreSQL with the roles of a file, whose passwords come from its secrets."""
    secrets = pathlib.Path(folder, "secrets")
    secrets.mkdir()
    for name in (*file["secrets"], "password"):
        (secrets / name).write_text(f"secret of {name}\n")
    with subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        host = process.stdout.readline().strip()
        try:
            databases = ["cairn", *(f"people{number}" for number in range(1, 9))]
            sql(host, *(f"DROP DATABASE {name} WITH (FORCE)" for name in databases))
            sql(host, *(f"DROP ROLE IF EXISTS {role}" for role in ROLES))
            sql(host, (TOP / "Packaging" / "roles.sql").read_text().replace("/run/secrets", str(secrets)))
            hidden = sql(host, "SELECT rolname FROM pg_authid WHERE rolpassword LIKE 'SCRAM%' ORDER BY 1")
            assert hidden.split() == ["cairn_owner", "cairn_server"], hidden
            yield host
        finally:
            process.stdin.close()


def sql(host, *statements):
    """Runs statements as the superuser and returns their output."""
    done = subprocess.run(
        ["psql", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-h", host, "-U", "postgres"],
        input=";\n".join(statements), capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
