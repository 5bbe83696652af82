-- Notes what names somebody and lapses by itself, until all of it has.
-- KEYS: 1 what passes, by the time at which it has; ARGV: what, and in how many seconds it has passed, by turns
local now = tonumber(redis.call('TIME')[1])

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now))
for i = 1, #ARGV, 2 do
  local lapses = now + math.ceil(tonumber(ARGV[i + 1])) + 1
  local noted = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if not noted or tonumber(noted) < lapses then
    redis.call('ZADD', KEYS[1], string.format('%.0f', lapses), ARGV[i])
  end
end

local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
redis.call('EXPIRE', KEYS[1], string.format('%.0f', tonumber(last) - now))
