-- Takes a table that is not there out of its channel's list.
-- KEYS: 1 the record, 2 the list of its owner; ARGV: 1 table
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
return redis.call('HDEL', KEYS[2], ARGV[1])
