-- Starts and stops sessions of a thread's own accounts in turn, or requests a page of random
-- accounts.
-- Arguments: the work (change or read), the number of accounts, the path, the number of threads.
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("number", threads)
end

local function fields(account)
  local secret = string.format("%064d", account)
  if path:sub(1, 4) == "/api" then
    return {["Content-Type"] = "application/json", ["Authorization"] = "Bearer cairn_" .. secret}
  end
  return {["Cookie"] = "cairn=" .. secret}
end

function init(arguments)
  what, accounts, path = arguments[1], tonumber(arguments[2]), arguments[3]
  own, open = tonumber(arguments[4]), nil
  math.randomseed(os.time() * 64 + number)
end

function request()
  if what == "read" then return wrk.format("GET", path, fields(math.random(accounts))) end
  if open then
    return wrk.format("POST", path .. "/" .. open .. "/end", fields(account), '{"allow_short":true}')
  end
  account = number + own * math.random(0, math.floor(accounts / own) - 1)
  return wrk.format("POST", path, fields(account), '{"title":"The Atlas"}')
end

function response(status, _, body)
  if status >= 300 then
    io.stderr:write("refused: ", status, " ", body, "\n")
    wrk.thread:stop()
  end
  if what == "change" then open = not open and body:match('"id":"([^"]+)"') or nil end
end
