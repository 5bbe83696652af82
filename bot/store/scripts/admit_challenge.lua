-- Lets a challenge in unless its maker has had too many or has to wait with somebody.
-- KEYS: 1 open challenges by the time they lapse, 2 recent ones by the time they were made,
--       3 and further: until when the maker waits with each who is challenged (none for a challenge to everybody)
-- ARGV: 1 challenge, 2 now, 3 when it lapses, 4 most open ones, 5 most recent ones, 6 seconds that are recent
local challenge, now, lapses = ARGV[1], tonumber(ARGV[2]), ARGV[3]

if redis.call('ZSCORE', KEYS[1], challenge) then
  return 'OK' -- the same call again, because its answer was lost
end

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  return 'TOO_MANY_OPEN'
end

redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.17g', now - tonumber(ARGV[6])))
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then
  return 'TOO_FAST'
end

for place = 3, #KEYS do
  local waits = redis.call('GET', KEYS[place])
  if waits and now < tonumber(waits) then
    return 'DECLINED'
  end
end

redis.call('ZADD', KEYS[1], lapses, challenge)
redis.call('ZADD', KEYS[2], ARGV[2], challenge)
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
redis.call('EXPIRE', KEYS[1], string.format('%.0f', math.ceil(tonumber(last) - now)))
redis.call('EXPIRE', KEYS[2], ARGV[6])
return 'OK'
