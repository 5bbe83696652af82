-- The workers that answer questions.
-- KEYS: 1 the workers
local time = redis.call('TIME')
return redis.call('ZRANGE', KEYS[1], '(' .. (time[1] * 1000 + math.floor(time[2] / 1000)), '+inf', 'BYSCORE')
