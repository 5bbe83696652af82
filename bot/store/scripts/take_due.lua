-- Takes what is due, the longest waiting first, and puts each off so that nobody else takes it meanwhile.
-- KEYS: 1 the due times, of names that are "kind:owner" or begin with that and ":"
-- ARGV: 1 now, 2 the time each is put off to, 3 how many at most, 4 how many of one owner at most, 5 in how many shards
-- the servers lie (0: the caller serves them all), 6 those it serves, between commas, 7 the kinds that anyone serves,
-- between commas, then in turn an owner and how many of it are under way
-- Without the fourth and those after it, anything.
local now, till, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local each, count = tonumber(ARGV[4] or ARGV[3]), tonumber(ARGV[5] or 0)
local under_way = {}
for i = 8, #ARGV, 2 do
  under_way[ARGV[i]] = tonumber(ARGV[i + 1])
end

-- The shard of a server: its id shifted right by 22 bits, modulo the count. Digit by digit, as ids do not fit a number.
local function shard(id)
  local left, found = 0, 0
  for digit in string.gmatch(id, '%d') do
    left = left * 10 + digit
    found = (found * 10 + math.floor(left / 4194304)) % count
    left = left % 4194304
  end
  return found
end

local function serves(kind, owner)
  return count == 0 or string.find(ARGV[7], ',' .. kind .. ',', 1, true)
    or string.find(ARGV[6], ',' .. string.format('%d', shard(owner)) .. ',', 1, true)
end

local taken, left = {}, 0
while #taken < most do
  local some = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', left, most)
  for _, name in ipairs(some) do
    local kind, owner = string.match(name, '^([^:]*):([^:]*)')
    owner = owner or name
    if #taken < most and (under_way[owner] or 0) < each and serves(kind, owner) then
      under_way[owner] = (under_way[owner] or 0) + 1
      redis.call('ZADD', KEYS[1], till, name)
      taken[#taken + 1] = name
    else
      left = left + 1
    end
  end
  if #some < most then
    break
  end
end
return taken
