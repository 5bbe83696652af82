-- Puts an entry that is no game to the end of a server's list: what was decided about its games or its people, or was
-- found in a game.
-- KEYS: 1 the list, 2 what is entered once only: the games in it that do not count, or the analyses that are in it
-- ARGV: 1 what the entry says, 2 the game that does not count from now on, or the id of the analysis, or empty,
--       3 SADD, or SREM if that game counts again
-- Returns the number of the entry; 0 if that is so already.
if ARGV[2] ~= '' and redis.call(ARGV[3], KEYS[2], ARGV[2]) == 0 then
  return 0
end
local number = redis.call('XLEN', KEYS[1]) + 1
redis.call('XADD', KEYS[1], string.format('%.0f-0', number), 'note', ARGV[1])
return number
