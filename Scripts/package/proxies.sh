# Tries the examples for nginx and Caddy in front of the installed server, under a public name and below a path.

networker=

# The network of the check is its own, so that the ports of the examples are free: the proxy is at 10.0.0.1, a browser
# at 10.0.0.2.
own_network() {
  unshare --net sleep infinity &
  networker=$!
  until [ "$(readlink "/proc/$networker/ns/net")" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.1; done
  network=(nsenter "--net=/proc/$networker/ns/net")
  # Caddy asks for the address of its own machine.
  echo "127.0.0.1 localhost" >"$root/etc/hosts"
  inside ip link set lo up
  inside ip address add 10.0.0.1/32 dev lo
  inside ip address add 10.0.0.2/32 dev lo
}

leave_network() {
  [ -z "$networker" ] || kill "$networker" 2>/dev/null || true
  networker= network=()
}

certificates() {
  local name
  for name in log.example.org example.org; do
    inside openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$name" \
      -addext "subjectAltName=DNS:$name" -keyout "/etc/ssl/private/$name.key" -out "/etc/ssl/certs/$name.pem"
  done >"$work/openssl.log" 2>&1
  cat "$root"/etc/ssl/certs/{log.,}example.org.pem >"$root/tmp/authority.pem"
}

start_nginx() {
  cp Packaging/nginx.conf "$root/etc/nginx/conf.d/cairn.conf"
  inside nginx >"$work/proxy.log" 2>&1 || fail "nginx refuses its example"
}
stop_nginx() { inside nginx -s stop 2>/dev/null || true; }

# Caddy takes its certificates from an authority of its own instead of the internet.
start_caddy() {
  { printf '{\n\tlocal_certs\n\tskip_install_trust\n}\n'; cat Packaging/Caddyfile; } >"$root/etc/caddy/Caddyfile"
  inside caddy start --config /etc/caddy/Caddyfile >"$work/proxy.log" 2>&1 || fail "Caddy refuses its example"
  cp "$root/tmp/home/.local/share/caddy/pki/authorities/local/root.crt" "$root/tmp/authority.pem"
}
stop_caddy() { inside caddy stop >/dev/null 2>&1 || true; }

# browse ARGUMENTS: asks the proxy as a browser on another machine does, with a forged address.
browse() {
  inside curl --silent --show-error --max-time 60 --cacert /tmp/authority.pem --interface 10.0.0.2 \
    --resolve log.example.org:443:10.0.0.1 --resolve example.org:443:10.0.0.1 \
    --cookie-jar /tmp/cookies --cookie /tmp/cookies --header "Origin: $origin" \
    --header 'X-Forwarded-For: 192.0.2.66' "$@"
}

code() { browse --output /dev/null --write-out '%{http_code}' "$@"; }

# A page that is open sees at once what changes elsewhere.
check_live() {
  local reader
  browse --no-buffer "$public/api/v1/changes?once=true" >"$work/live.log" 2>&1 &
  reader=$!
  until grep -q "event: state" "$work/live.log"; do
    kill -0 "$reader" 2>/dev/null || fail "$1: there is no stream of changes"
    sleep 0.1
  done
  [ "$(code --json '{"kind":"reading","title":"Dune"}' "$public/api/v1/sessions")" = 201 ] ||
    fail "$1: no session can be started"
  wait "$reader" || fail "$1: the stream breaks off"
  grep -q "event: changed" "$work/live.log" || fail "$1: the stream has no change"
}

# check_proxy PROXY URL: signs up, uses the page, and looks at the address in the server's log.
check_proxy() {
  local origin public=$2 setup data
  origin=$(echo "$2" | cut -d/ -f1-3)
  data=/tmp/$1-$(basename "$2")
  rm -f "$root/tmp/cookies"
  serve CAIRN_DATA_DIR="$data" CAIRN_LISTEN=127.0.0.1:8080 CAIRN_URL="$2" CAIRN_LOG_ADDRESSES=yes
  "start_$1"
  setup=$(setup_link)
  browse "$public$setup" | grep >/dev/null "Create the first account" || fail "$1: no page for the first account"
  [ "$(code --data-urlencode name=anna --data-urlencode "password=correct horse battery" "$public$setup")" = 303 ] ||
    fail "$1: no account can be created"
  grep -qE "__(Host|Secure)-" "$root/tmp/cookies" || fail "$1: the cookie does not require TLS"
  browse "$public/" | grep >/dev/null "<h1" || fail "$1: no page after signing in"
  [ "$(code "$public/metrics")" = 404 ] || fail "$1: the metrics are public"
  inside curl --silent --header "Host: other.example.org" "http://127.0.0.1:8080${public#"$origin"}/" |
    grep >/dev/null "CAIRN_URL=" || fail "another host is accepted"
  check_live "$1"
  grep -q '10\.0\.0\.2' "$work/serve.log" || fail "$1: the log lacks the address of the client"
  ! grep -q '192\.0\.2\.66' "$work/serve.log" || fail "$1: a client can forge its address"
  "stop_$1"
  stop_server
}

check_proxies() {
  inside apt-get install -y --no-install-recommends caddy curl iproute2 nginx openssl >"$work/apt.log" 2>&1 ||
    fail "nginx and Caddy do not install"
  own_network
  certificates
  for proxy in nginx caddy; do
    for public in https://log.example.org https://example.org/cairn; do check_proxy "$proxy" "$public"; done
  done
  leave_network
  echo "package: $suite: serves behind nginx and Caddy, under a name of its own and below a path"
}
