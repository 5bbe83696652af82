-- Returns the record of a table: its fields as they are, or the table as a whole if it is packed.
-- KEYS: 1 the record; ARGV: the fields that are wanted, none for all
if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return redis.call('GET', KEYS[1])
elseif #ARGV == 0 then
  return redis.call('HGETALL', KEYS[1])
end
local found = {}
for i = 1, #ARGV do
  found[2 * i - 1], found[2 * i] = ARGV[i], redis.call('HGET', KEYS[1], ARGV[i])
end
return found
