-- Pushes changes of a note one after another, each as its own mutation.
-- Arguments: the epoch, the session, and the number of earlier pushes.
local number, head, tail = 0, "", ""
local headers = {["Content-Type"] = "application/json"}

function init(arguments)
  number = tonumber(arguments[3])
  head = '{"proto":2,"epoch":"' .. arguments[1] .. '","mutations":[{"mutation":"'
  tail = '","set":{"note":"by the window, %d"},"was":{"note":null}}]}],"records":[]}'
  tail = '","part":1,"changes":[{"kind":"session","id":"' .. arguments[2] .. tail
end

function request()
  number = number + 1
  local id = string.format("019d0000-0000-7000-8000-%012x", number)
  local stamp = string.format("%012x0000-deadbeef", 1767225600000 + number)
  local rest = '","stamp":"' .. stamp .. '","at":"2026-01-01T00:00:00Z","title":"Edit","batch":"' .. id
  return wrk.format("POST", "/api/v1/sync/push", headers, head .. id .. rest .. string.format(tail, number))
end

function response(status, _, body)
  if status ~= 200 or not body:find('"stamp"', 1, true) then
    io.stderr:write(status, " ", body, "\n")
    wrk.thread:stop()
  end
end
