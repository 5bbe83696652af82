-- Notes when something that was taken is due again, unless another time was noted since.
-- KEYS: 1 the due times; ARGV: 1 what, 2 the time it was put off to when it was taken, 3 the next time or empty for none
local noted = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not noted or tonumber(noted) ~= tonumber(ARGV[2]) then
  return 0
end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 1
