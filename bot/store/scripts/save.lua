-- Saves something that is a log of entries if nobody was faster.
-- KEYS: 1 the record, 2 its log, 3 its games, 4 what its owner holds, 5 the list of its owner, 6 the receipt
-- ARGV: 1 id, 2 expected version, 3 token of this call, 4 seconds the receipt is remembered,
--       5 hold (take, over, leave) or empty, 6 seconds until it vanishes or empty, 7 what the list says or empty,
--       8 number of fields, 9 number of marks of games, then name and value of each field,
--       then of each mark its name, a number of entries or empty, and its value or empty to remove it,
--       then the entries of the log. After a number of entries, the value begins with the entry that follows these.
local id, token, hold, expire, listed = ARGV[1], ARGV[3], ARGV[5], ARGV[6], ARGV[7]

local seen = redis.call('GET', KEYS[6])
if seen == token then
  return 'DONE' -- the same call again, because its answer was lost
elseif seen then
  return 'REPEATED'
end

if redis.call('TYPE', KEYS[1]).ok == 'string' then
  return 'PACKED'
end

local version = tonumber(redis.call('HGET', KEYS[1], '@version') or 0)
if version ~= tonumber(ARGV[2]) then
  return 'CONFLICT'
end

local holder = redis.call('GET', KEYS[4])
if hold == 'take' and holder and holder ~= id then
  return 'OCCUPIED'
end

local first_mark = 10 + 2 * tonumber(ARGV[8])
for i = 10, first_mark - 1, 2 do
  redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1])
end
redis.call('HSET', KEYS[1], '@version', string.format('%.0f', version + 1))

local length = redis.call('XLEN', KEYS[2])
local first_entry = first_mark + 3 * tonumber(ARGV[9])
for i = first_mark, first_entry - 1, 3 do
  local name, after, value = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if value == '' then
    redis.call('HDEL', KEYS[3], name)
  else
    local begins = after == '' and '' or string.format('%.0f ', length + tonumber(after) + 1)
    redis.call('HSET', KEYS[3], name, begins .. value)
  end
end

if first_entry <= #ARGV then
  local time = redis.call('TIME')
  local at = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
  for i = first_entry, #ARGV do
    length = length + 1
    redis.call('XADD', KEYS[2], string.format('%.0f-0', length), 'at', at, 'do', ARGV[i])
  end
end

if listed ~= '' then
  redis.call('HSET', KEYS[5], id, listed)
end

if hold == 'take' or hold == 'over' then
  redis.call('SET', KEYS[4], id)
  holder = id
elseif hold == 'leave' and holder == id then
  redis.call('DEL', KEYS[4])
end

-- An owner must not hold what has vanished.
for i = 1, holder == id and 4 or 3 do
  if expire == '' then
    redis.call('PERSIST', KEYS[i])
  else
    redis.call('EXPIRE', KEYS[i], expire)
  end
end

redis.call('SET', KEYS[6], token, 'EX', ARGV[4])
return 'DONE'
