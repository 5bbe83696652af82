-- Enters finished games of one table into the list of a server's ladder, those that are not there yet; returns the last
-- game of the table that is. The list is only ever added to, so that its length numbers its entries.
-- KEYS: 1 the list, 2 of each table which of its games stand where in it, 3 the number by which it calls each person, and back
-- ARGV: 1 table, then of each game, in their order, its number, what it says, how many sat there, and who by seat:
--       a person's id, or empty for nobody
local table_id, i = ARGV[1], 2
local places = redis.call('HGET', KEYS[2], table_id) or ''
local last = tonumber(string.match(places, '(%d+):%d+$') or 0)

local function number_of(person)
  if person == '' then
    return '0'
  end
  local number = redis.call('HGET', KEYS[3], person)
  if not number then
    number = string.format('%.0f', redis.call('HINCRBY', KEYS[3], 'last', 1))
    redis.call('HSET', KEYS[3], person, number, '#' .. number, person)
  end
  return number
end

while i <= #ARGV do
  local game, says, people = tonumber(ARGV[i]), ARGV[i + 1], tonumber(ARGV[i + 2])
  if game > last then
    local who = {}
    for seat = 1, people do
      who[seat] = number_of(ARGV[i + 2 + seat])
    end
    local number = string.format('%.0f', redis.call('XLEN', KEYS[1]) + 1)
    redis.call('XADD', KEYS[1], number .. '-0', 'game', says, 'who', table.concat(who, ' '))
    places = string.format('%s%s%.0f:%s', places, places == '' and '' or ' ', game, number)
    redis.call('HSET', KEYS[2], table_id, places)
    last = game
  end
  i = i + 3 + people
end
return last
