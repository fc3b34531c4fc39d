"""Makes an image in the OCI layout from a root file system: oci.py ROOT.tar VERSION ARCHITECTURE OUT.tar."""

import gzip
import hashlib
import io
import json
import os
import sys
import tarfile
import time

EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
CREATED = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(EPOCH))
MEDIA = "application/vnd.oci.image"


class Layout:
    """An image layout in a tar archive (OCI image specification 1.0, image-layout.md)."""

    def __init__(self, path):
        """Creates the archive with its version file."""
        self.archive = tarfile.open(path, "w")
        self.write("oci-layout", b'{"imageLayoutVersion":"1.0.0"}')

    def write(self, name, content):
        """Adds a file with fixed owner and time."""
        entry = tarfile.TarInfo(name)
        (entry.size, entry.mtime, entry.mode) = (len(content), EPOCH, 0o644)
        self.archive.addfile(entry, io.BytesIO(content))

    def blob(self, kind, content):
        """Adds a blob and returns its descriptor."""
        digest = hashlib.sha256(content).hexdigest()
        self.write(f"blobs/sha256/{digest}", content)
        return {"mediaType": f"{MEDIA}.{kind}", "digest": f"sha256:{digest}", "size": len(content)}

    def document(self, kind, value):
        """Adds a JSON document as a blob."""
        return self.blob(kind, json.dumps(value, sort_keys=True, separators=(",", ":")).encode())


def configuration(root, version, architecture):
    """Returns how a container of the image runs; Packaging/Containerfile says the same."""
    return {
        "created": CREATED,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": "cairn",
            "Env": ["PATH=/usr/bin:/bin", "CAIRN_DATA_DIR=/data", "CAIRN_LISTEN=0.0.0.0:8080"],
            "Entrypoint": ["cairn"],
            "Cmd": ["serve"],
            "ExposedPorts": {"8080/tcp": {}},
            "Volumes": {"/data": {}},
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "Cairn",
                "org.opencontainers.image.version": version,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(root).hexdigest()}"]},
    }


def main():
    """Writes the image."""
    root_path, version, architecture, path = sys.argv[1:]
    with open(root_path, "rb") as file:
        root = file.read()
    layout = Layout(path)
    layer = layout.blob("layer.v1.tar+gzip", gzip.compress(root, 6, mtime=0))
    config = layout.document("config.v1+json", configuration(root, version, architecture))
    manifest = layout.document(
        "manifest.v1+json",
        {"schemaVersion": 2, "mediaType": f"{MEDIA}.manifest.v1+json", "config": config, "layers": [layer]},
    )
    manifest["annotations"] = {"org.opencontainers.image.ref.name": version}
    index = {"schemaVersion": 2, "mediaType": f"{MEDIA}.index.v1+json", "manifests": [manifest]}
    layout.write("index.json", json.dumps(index, sort_keys=True).encode())
    layout.archive.close()


main()
