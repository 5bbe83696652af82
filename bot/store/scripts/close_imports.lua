-- Takes matches that are gone out of the accounts. Those that are not in them are left alone.
-- KEYS: 1 the accounts, as for open_import; ARGV: the tables
for i = 1, #ARGV do
  local account = redis.call('HGET', KEYS[1], ARGV[i])
  if account then
    local person, bytes = string.match(account, '^(%d+) (%d+) ')
    redis.call('HDEL', KEYS[1], ARGV[i])
    for _, sum in ipairs({'@' .. person, '@all'}) do
      if redis.call('HINCRBY', KEYS[1], sum, '-' .. bytes) <= 0 then
        redis.call('HDEL', KEYS[1], sum)
      end
    end
  end
end
return 1
