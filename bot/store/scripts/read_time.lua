-- The time of the server that has the bot's, and how far the bot's is ahead of it if that has been kept lately.
-- KEYS: 1 that lead in seconds
local time = redis.call('TIME')
return {time[1], time[2], redis.call('GET', KEYS[1])}
