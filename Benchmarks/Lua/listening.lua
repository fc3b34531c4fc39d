-- Posts sessions one after another, each starting an hour after the previous one, with a bearer token.
local number = 0

function init(arguments)
  headers = {["Content-Type"] = "application/json", ["Authorization"] = "Bearer " .. arguments[1]}
  number = tonumber(arguments[2])
end

function request()
  number = number + 1
  local start = os.date("!%Y-%m-%dT%H:%M:%SZ", 1104537600 + 3600 * number)
  local body = '{"storyId":"bench-' .. number % 20 .. '","startedAt":"' .. start .. '","duration":60,"completed":true}'
  return wrk.format("POST", "/api/v1/analytics/sessions", headers, body)
end

function response(status, _, body)
  if status ~= 201 then
    io.stderr:write(status, " ", body, "\n")
    wrk.thread:stop()
  end
end
