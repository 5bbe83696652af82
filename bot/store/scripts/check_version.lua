-- Returns the schema number of what is stored, after raising it to ours if it is one that we read or not there.
-- KEYS: 1 the schema number; ARGV: 1 our schema number, 2 the oldest that we read
local stored = redis.call('GET', KEYS[1])
local number = stored and tonumber(stored) or math.huge
if not stored or (number >= tonumber(ARGV[2]) and number < tonumber(ARGV[1])) then
  redis.call('SET', KEYS[1], ARGV[1])
  return ARGV[1]
end
return stored
