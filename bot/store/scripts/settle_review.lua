-- Lets only those decisions of a review count that were made; of one that is not counted nothing does.
-- KEYS: 1 as for spend_review; ARGV: 1 request, 2 decisions
local counted = redis.call('HGET', KEYS[1], ARGV[1])
if counted and ARGV[2] == '0' then
  redis.call('HDEL', KEYS[1], ARGV[1])
elseif counted then
  redis.call('HSET', KEYS[1], ARGV[1], string.match(counted, '^%S+') .. ' ' .. ARGV[2])
end
return 1
