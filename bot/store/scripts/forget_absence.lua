-- Forgets the absence of the bot from a server unless it has changed.
-- KEYS: 1 what is noted of the server; ARGV: 1 since when it was away, 2 until when; empty for what is not noted
local noted = redis.call('HMGET', KEYS[1], 'since', 'until')
if (noted[1] or '') ~= ARGV[1] or (noted[2] or '') ~= ARGV[2] then
  return 0
end
return redis.call('DEL', KEYS[1])
