-- Writes the list of who wants to play in a server, unless somebody else has meanwhile; returns whether it did.
-- KEYS: 1 the list
-- ARGV: 1 the version that was read, 0 if there was none; 2 what is there from now on; 3 seconds it is kept
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version ~= tonumber(ARGV[1]) then
  return 0
end
redis.call('HSET', KEYS[1], 'version', version + 1, 'list', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
