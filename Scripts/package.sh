#!/usr/bin/env bash
# Packs the release build for people without Swift: a Debian package, a tarball and a container image, into
# .build/package. The same commit and binary give the same bytes. Usage: Scripts/package.sh [deb|tarball|image ...]
# The version is that of the program on its tag. Elsewhere the number of commits and the commit follow it: 0.1.0~57.1a2b3c4
# comes before the release in the order of Debian's versions, 0.1.0+57.1a2b3c4 after it.
set -euo pipefail
cd "$(dirname "$0")/.."

out=$PWD/.build/package
binary=$PWD/.build/release/cairn

# Fails if a tag names another version than the program.
find_version() {
  local number tag sign='~'
  number=$("$binary" --version | cut -d' ' -f2)
  tag=$(git describe --exact-match --tags --match 'v[0-9]*' --dirty 2>/dev/null || true)
  case $tag in
    "v$number") echo "$number" && return ;;
    *-dirty | '') ;;
    *) echo "package: the tag is $tag, but the program has version $number" >&2 && exit 65 ;;
  esac
  ! git rev-parse --quiet --verify "refs/tags/v$number" >/dev/null || sign=+
  echo "$number$sign$(git rev-list --count HEAD).$(git describe --always --dirty=.changed --exclude '*')"
}

version=$(find_version)
# A tag of an image may contain neither sign.
label=${version//[~+]/-}
architecture=$(dpkg --print-architecture)
deb=$out/cairn_${version}_$architecture.deb
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
umask 022
mkdir -p "$out"

# archive FOLDER NAME: a tar of a folder in a fixed order, with fixed owners and times.
archive() {
  tar --create --gzip --file "$out/$2.tar.gz" --directory "$1" --sort=name --format=gnu \
    --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$2"
}

fill() {
  sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@SIZE@/$2/" "$1"
}

make_deb() {
  local root=$work/deb script
  Scripts/stage.sh "$binary" /usr "$root"
  install -D -m 644 Packaging/cairn.env "$root/etc/cairn.env"
  mv "$root/usr/share/doc/cairn/LICENSE" "$root/usr/share/doc/cairn/copyright"
  mkdir "$root/DEBIAN"
  fill Packaging/debian/control "$(du -sk "$root" | cut -f1)" >"$root/DEBIAN/control"
  echo /etc/cairn.env >"$root/DEBIAN/conffiles"
  for script in preinst postinst prerm postrm; do
    fill "Packaging/debian/$script" 0 | install -m 755 /dev/stdin "$root/DEBIAN/$script"
  done
  dpkg-deb --root-owner-group -Zxz --build "$root" "$deb" >/dev/null
}

make_tarball() {
  local name=cairn-$label-linux-$(uname -m)
  Scripts/stage.sh "$binary" /usr/local "$work/staged"
  mkdir -p "$work/$name"
  mv "$work/staged/usr/local" "$work/$name/files"
  install -m 755 Packaging/install.sh "$work/$name"
  archive "$work" "$name"
}

# The image is Debian with the package and the library for PostgreSQL; the package's scripts start no service in it.
make_image() {
  Scripts/setup.sh package
  mmdebstrap --quiet --variant=minbase --include=libpq5 --include="$deb" \
    --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount \
    --customize-hook='install -d -m 700 "$1/data" && chroot "$1" chown cairn:cairn /data' \
    bookworm "$work/root.tar"
  python3 Scripts/oci.py "$work/root.tar" "$label" "$architecture" "$out/cairn-$label-oci.tar"
}

[ $# -gt 0 ] || set -- deb tarball image
for kind in "$@"; do "make_$kind"; done
cd "$out" && sha256sum -- "cairn_$version"* "cairn-$label"* | tee SHA256SUMS
