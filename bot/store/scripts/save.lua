-- Saves a table if nobody was faster.
-- KEYS: 1 the record, 2 its log, 3 what the channel holds, 4 the receipt
-- ARGV: 1 table, 2 expected version, 3 token of this call, 4 seconds the receipt is remembered,
--       5 hold (1), release (0) or neither (empty), 6 seconds until the table vanishes or empty,
--       7 number of fields, then name and value of each, then the entries of the log
local table_id, token, hold, expire = ARGV[1], ARGV[3], ARGV[5], ARGV[6]

local seen = redis.call('GET', KEYS[4])
if seen == token then
  return 'DONE' -- the same call again, because its answer was lost
elseif seen then
  return 'REPEATED'
end

local version = tonumber(redis.call('HGET', KEYS[1], '@version') or 0)
if version ~= tonumber(ARGV[2]) then
  return 'CONFLICT'
end

local holder = redis.call('GET', KEYS[3])
if hold == '1' and holder and holder ~= table_id then
  return 'OCCUPIED'
end

local first_entry = 8 + 2 * tonumber(ARGV[7])
for i = 8, first_entry - 1, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
redis.call('HSET', KEYS[1], '@version', string.format('%.0f', version + 1))

if first_entry <= #ARGV then
  local time = redis.call('TIME')
  local at = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
  local length = redis.call('XLEN', KEYS[2])
  for i = first_entry, #ARGV do
    length = length + 1
    redis.call('XADD', KEYS[2], string.format('%.0f-0', length), 'at', at, 'do', ARGV[i])
  end
end

if hold == '1' then
  redis.call('SET', KEYS[3], table_id)
  holder = table_id
elseif hold == '0' and holder == table_id then
  redis.call('DEL', KEYS[3])
end

-- A channel must not stay held by a table that has vanished.
for i = 1, holder == table_id and 3 or 2 do
  if expire == '' then
    redis.call('PERSIST', KEYS[i])
  else
    redis.call('EXPIRE', KEYS[i], expire)
  end
end

redis.call('SET', KEYS[4], token, 'EX', ARGV[4])
return 'DONE'
