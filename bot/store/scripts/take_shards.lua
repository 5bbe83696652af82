-- Takes or renews a lease of shards, unless a living process holds one of them; then returns the lease of that process.
-- KEYS: 1 the leases of this bot: holder -> "until since count ids", times in ms
-- ARGV: 1 holder, 2 number of shards in all (0: all shards, however many), 3 ids between commas, 4 ms the lease lasts
local holder, count, ids = ARGV[1], ARGV[2], ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function share(theirs)
  for id in string.gmatch(ids, '%d+') do
    if string.find(theirs, ',' .. id .. ',', 1, true) then
      return true
    end
  end
  return false
end

local since, rival, latest = now, false, 0
local leases = redis.call('HGETALL', KEYS[1])
for i = 1, #leases, 2 do
  local ends, begun, their_count, theirs = string.match(leases[i + 1], '^(%d+) (%d+) (%d+) (.*)$')
  ends = tonumber(ends)
  if leases[i] == holder then
    since = tonumber(begun)
  elseif ends <= now then
    redis.call('HDEL', KEYS[1], leases[i])
  elseif ends > latest and (count == '0' or their_count ~= count or share(theirs)) then
    rival, latest = leases[i + 1], ends
  end
end
if rival then
  return rival
end

local lease = string.format('%.0f %.0f %s %s', now + ARGV[4], since, count, ids)
redis.call('HSET', KEYS[1], holder, lease)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return false
