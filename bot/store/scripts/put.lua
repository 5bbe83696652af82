-- Writes a field of a table or of its games, unless the table is packed; returns whether it was written.
-- KEYS: 1 the record, 2 the hash; ARGV: 1 field, 2 value
if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return 0
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
