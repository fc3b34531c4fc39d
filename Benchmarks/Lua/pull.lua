-- Pulls pages of twenty records, from one end of the log to the other.
-- Arguments: the epoch, and the numbers of the last record and the last mutation.
local epoch, last, mutation, at = "", 0, 0, 0
local headers = {["Content-Type"] = "application/json"}

function init(arguments)
  epoch, last, mutation = arguments[1], tonumber(arguments[2]), arguments[3]
end

function request()
  at = (at + 20) % last
  local body = '{"proto":2,"epoch":"' .. epoch .. '","record":' .. at .. ',"mutation":' .. mutation .. ',"limit":20,"confirm":[]}'
  return wrk.format("POST", "/api/v1/sync/pull", headers, body)
end
