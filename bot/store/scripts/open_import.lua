-- Counts a match that somebody has brought, unless it is counted already or there is no room for it.
-- KEYS: 1 the accounts: table -> "person bytes time", and by @ and the person, or @all, the sum of the bytes
-- ARGV: 1 table, 2 person, 3 bytes, 4 now, 5 most bytes of a person, 6 most bytes of all
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  return 'OK'
end
local own = '@' .. ARGV[2]
local bytes = tonumber(ARGV[3])
if ARGV[5] ~= 'inf' and tonumber(redis.call('HGET', KEYS[1], own) or 0) + bytes > tonumber(ARGV[5]) then
  return 'PERSON'
end
if ARGV[6] ~= 'inf' and tonumber(redis.call('HGET', KEYS[1], '@all') or 0) + bytes > tonumber(ARGV[6]) then
  return 'ALL'
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
redis.call('HINCRBY', KEYS[1], own, ARGV[3])
redis.call('HINCRBY', KEYS[1], '@all', ARGV[3])
return 'OK'
