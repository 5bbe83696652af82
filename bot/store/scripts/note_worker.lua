-- Notes that a worker answers questions, and forgets those that have not been noted for long.
-- KEYS: 1 the workers
-- ARGV: 1 the worker, 2 milliseconds for which that holds
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return 1
