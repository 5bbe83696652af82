-- Removes a table from its channel, and from its list.
-- KEYS: 1 the record, 2 its log, 3 its games, 4 what the channel holds, 5 the list of the channel; ARGV: 1 table
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
if redis.call('GET', KEYS[4]) == ARGV[1] then
  redis.call('DEL', KEYS[4])
end
redis.call('HDEL', KEYS[5], ARGV[1])
return 1
