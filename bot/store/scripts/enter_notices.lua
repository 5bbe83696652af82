-- Enters what somebody is to be told, each once: what is there, told or not, stays as it is.
-- KEYS: 1 what the person is to be told
-- ARGV: 1 seconds after which all is forgotten unless something is entered, then by turns a name and what is entered
for i = 2, #ARGV, 2 do
  redis.call('HSETNX', KEYS[1], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
