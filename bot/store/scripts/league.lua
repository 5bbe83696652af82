-- Adds entries to the log of a league if nobody was faster.
-- KEYS: 1 the record, 2 its log, 3 the leagues of its server, 4 the receipt
-- ARGV: 1 league, 2 expected length of the log, 3 token of this call, 4 seconds the receipt is remembered,
--       5 what lists say of it, 6 number of fields, then name and value of each field of the record, then the entries
local seen = redis.call('GET', KEYS[4])
if seen == ARGV[3] then
  return 'DONE' -- the same call again, because its answer was lost
elseif seen then
  return 'REPEATED'
end

local length = redis.call('XLEN', KEYS[2])
if length ~= tonumber(ARGV[2]) then
  return 'CONFLICT'
end

local first_entry = 7 + 2 * tonumber(ARGV[6])
for i = 7, first_entry - 1, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
for i = first_entry, #ARGV do
  length = length + 1
  redis.call('XADD', KEYS[2], string.format('%.0f-0', length), 'do', ARGV[i])
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[5])
redis.call('SET', KEYS[4], ARGV[3], 'EX', ARGV[4])
return 'DONE'
