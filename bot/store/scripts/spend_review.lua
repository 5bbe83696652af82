-- Counts the decisions of a review for whoever has asked for it, unless they would be too many within some time. One that
-- is counted already is so anew.
-- KEYS: 1 what is counted of that person: request -> "time decisions"
-- ARGV: 1 request, 2 now, 3 seconds for which decisions count, 4 decisions, 5 how many at most
-- Returns whether it counts.
local spent, since = 0, ARGV[2]
local known = false
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local at, decisions = string.match(all[i + 1], '^(%S+) (%d+)$')
  if all[i] == ARGV[1] then
    known, since = true, at
  elseif tonumber(at) <= tonumber(ARGV[2]) - tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[1], all[i])
  else
    spent = spent + tonumber(decisions)
  end
end
if not known and spent + tonumber(ARGV[4]) > tonumber(ARGV[5]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], since .. ' ' .. ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
