-- Starts and stops a session in turns, on one connection.
local open = nil
local headers = {["Content-Type"] = "application/json"}

function request()
  if open then
    return wrk.format("POST", "/api/v1/sessions/" .. open .. "/end", headers, '{"allow_short":true}')
  end
  return wrk.format("POST", "/api/v1/sessions", headers, '{"title":"The Atlas of Chapter 4"}')
end

function response(status, _, body)
  if status >= 300 then
    io.stderr:write(status, " ", body, "\n")
    wrk.thread:stop()
  end
  open = not open and body:match('"id":"([^"]+)"') or nil
end
