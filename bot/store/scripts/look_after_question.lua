-- Looks where a question is; one whose worker is lost can be left to another one, before all others, or dropped.
-- KEYS: 1 the list of those that wait, 2 the question, 3 its lease
-- ARGV: 1 its id, 2 what to do with a lost one: again, drop or leave
-- Returns gone, taken, waiting or lost.
if redis.call('EXISTS', KEYS[2]) == 0 then
  return 'gone'
end
if redis.call('EXISTS', KEYS[3]) == 1 then
  return 'taken'
end
if redis.call('LPOS', KEYS[1], ARGV[1]) then
  return 'waiting'
end
if ARGV[2] == 'again' then
  redis.call('LPUSH', KEYS[1], ARGV[1])
elseif ARGV[2] == 'drop' then
  redis.call('DEL', KEYS[2])
end
return 'lost'
