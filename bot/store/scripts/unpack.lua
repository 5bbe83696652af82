-- Puts a table at length in the place of its packed form, if that is still the same; returns whether it did.
-- KEYS: 1 the record, 2 its log, 3 its games, 4 its log as it was written anew
-- ARGV: 1 the packed table, 2 number of fields, then name and value of each, then of each field of the games
if redis.call('TYPE', KEYS[1]).ok ~= 'string' or redis.call('GET', KEYS[1]) ~= ARGV[1] then
  redis.call('DEL', KEYS[4])
  return 0
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
local last = 2 + 2 * tonumber(ARGV[2])
for i = 3, last, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
for i = last + 1, #ARGV, 2 do
  redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
end
if redis.call('EXISTS', KEYS[4]) == 1 then
  redis.call('RENAME', KEYS[4], KEYS[2])
  redis.call('PERSIST', KEYS[2])
end
return 1
