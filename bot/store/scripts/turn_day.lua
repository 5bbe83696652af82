-- Begins or ends a position of the day, unless somebody else has meanwhile; returns whether it did. Votes go with it.
-- KEYS: 1 the day
-- ARGV: 1 the number and 2 the position that were read, empty if there was none, then name and value of each field of
--       what is there from now on
local number, position = unpack(redis.call('HMGET', KEYS[1], 'number', 'position'))
if (number or '0') ~= ARGV[1] or (position or '') ~= ARGV[2] then
  return 0
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
return 1
