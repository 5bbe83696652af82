-- Takes an id that is free; returns 1, or 0 if it is taken.
-- KEYS: 1 the whereabouts of the table that will have it
-- ARGV: 1 token of this call, 2 seconds for which it is taken
if redis.call('EXISTS', KEYS[1]) == 1 then
  -- Perhaps the same call again, because its answer was lost.
  return redis.call('HGET', KEYS[1], 'claim') == ARGV[1] and 1 or 0
end
redis.call('HSET', KEYS[1], 'claim', ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
