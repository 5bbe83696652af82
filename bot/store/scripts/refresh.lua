-- Writes a field of a table unless somebody has saved the table meanwhile; returns whether it was
-- written, -1 if the table is packed.
-- KEYS: 1 the record; ARGV: 1 expected version, 2 field, 3 value
if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return -1
end
if redis.call('HGET', KEYS[1], '@version') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
return 1
