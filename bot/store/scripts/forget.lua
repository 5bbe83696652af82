-- Removes a table from its channel.
-- KEYS: 1 the record, 2 its log, 3 its games, 4 what the channel holds; ARGV: 1 table
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
if redis.call('GET', KEYS[4]) == ARGV[1] then
  redis.call('DEL', KEYS[4])
end
return 1
