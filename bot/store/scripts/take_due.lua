-- Takes what is due, the longest waiting first, and puts each off so that nobody else takes it meanwhile.
-- KEYS: 1 the due times; ARGV: 1 now, 2 the time each is put off to, 3 how many at most
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, what in ipairs(due) do
  redis.call('ZADD', KEYS[1], ARGV[2], what)
end
return due
