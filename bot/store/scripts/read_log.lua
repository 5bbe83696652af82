-- Returns a page of a log: the id of its last entry, empty if there is none, and one field of each entry. Without the
-- rest of what is stored of them, the page is made of so much less that it is nothing to whoever reads it.
-- KEYS: 1 the log; ARGV: 1 and 2 the first and last id that are wanted, 3 how many entries at most, 4 the field
local last, said = '', {}
for i, entry in ipairs(redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2], 'COUNT', ARGV[3])) do
  local words = entry[2]
  for j = 1, #words, 2 do
    if words[j] == ARGV[4] then
      said[i] = words[j + 1]
    end
  end
  last = entry[1]
end
return {last, said}
