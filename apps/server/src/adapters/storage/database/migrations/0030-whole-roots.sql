-- Symbols that no table of instruments knows had their roots cut short: `US_OIL` was kept as US, `BRK.B` as BRK, `CHN50` as CH.
-- The symbol has the whole name. What brokers and venues put behind a name stays cut off, also behind known pairs and CFDs.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
WITH named AS (
  SELECT id, root, regexp_replace(regexp_replace(upper(btrim(symbol)), '\s+', ' ', 'g'),
    '^(\[[^]]*\] ?|[A-Z0-9_]+:)?[/@#.$]*', '') AS name
  FROM journal_trades
), cut AS (
  SELECT id, name, substr(name, length(root) + 1) AS tail FROM named WHERE left(name, length(root)) = root
), repaired AS (
  UPDATE journal_trades SET root = left(cut.name, 40) FROM cut
  WHERE journal_trades.id = cut.id AND (
    (
      cut.tail ~ '^[.#_-][A-Z]{1,5}$'
      AND cut.tail !~ '^.(CASH|CFD|SPOT|PRO|RAW|ECN|STP|STD|MINI|MICRO|FUT|NAS|NYSE|NSDQ|XNAS|XNYS|US)$'
      AND cut.tail !~ '^.(E?CBOT|CME|NYMEX|COMEX|EUREX|ICE|ICEUS|ICEEU|CFE|NYBOT|XCME|XCBT|XNYM|XCEC|CQG)$'
      AND cut.tail !~ '^(#C|[_-]CONT)$'
      AND root !~ ('^(USD|EUR|GBP|JPY|CHF|AUD|NZD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|TRY|ZAR|MXN|SGD|HKD|CNH|CNY|THB|ILS|RUB|BRL|INR'
        || '|XAU|XAG|XPT|XPD|BTC|ETH|LTC|XRP|BCH|SOL|ADA|DOT|DOGE|USDT){2}$')
      AND root <> ALL (string_to_array('US30 US500 US100 US2000 USTEC NAS100 SPX500 SP500 DJ30 WS30 DJI30 NDX100 GER30 GER40 '
        || 'DE30 DE40 DAX40 UK100 FTSE100 FRA40 FR40 EU50 EUSTX50 STOXX50 ESP35 ES35 IT40 SUI20 CH20 NETH25 JP225 JPN225 NI225 '
        || 'AUS200 AU200 HK50 HK33 CHINA50 CN50 CHINAH IND50 SING30 TW88 RUSS2000 VIX USDX DXY XTIUSD XBRUSD XNGUSD USOIL '
        || 'UKOIL USOUSD UKOUSD WTI BRENT NATGAS NGAS GOLD SILVER COPPER PLATINUM PALLADIUM', ' '))
    )
    -- No month of a contract. A known future has a point value, and its years may be written so
    OR (point_value IS NULL AND cut.tail ~ '^[ _-]?[FGHJKMNQUVXZ]([4-9][0-9]|[013-9][0-9]{3}|2[1-9][0-9]{2})$')
  )
  RETURNING user_id
)
UPDATE journal_versions SET version = version + 1 WHERE user_id IN (SELECT user_id FROM repaired);
