-- Puts a packed table in the place of its record, if nothing of it has changed; returns whether it was packed.
-- The log and the games stay for a while, for whoever is reading them.
-- KEYS: 1 the record, 2 its log, 3 its games
-- ARGV: 1 the packed table, 2 seconds for which the rest stays, 3 number of log entries,
--       4 number of fields, then name and value of each, then name and value of each field of the games
local function changed(now, first, last)
  local said, number = {}, 0
  for i = first, last, 2 do
    said[ARGV[i]], number = ARGV[i + 1], number + 1
  end
  for i = 1, #now, 2 do
    if said[now[i]] ~= now[i + 1] then
      return true
    end
  end
  return #now ~= 2 * number
end

if redis.call('TYPE', KEYS[1]).ok ~= 'hash' or redis.call('TTL', KEYS[1]) ~= -1 then
  return 0
end
local last = 4 + 2 * tonumber(ARGV[4])
if redis.call('XLEN', KEYS[2]) ~= tonumber(ARGV[3]) or changed(redis.call('HGETALL', KEYS[1]), 5, last)
  or changed(redis.call('HGETALL', KEYS[3]), last + 1, #ARGV) then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.call('EXPIRE', KEYS[3], ARGV[2])
return 1
