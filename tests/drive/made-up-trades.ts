/** A made-up TopstepX export: forty days of three trades that mostly lose after the opening and three that mostly win later. */

const DAYS = 40;
export const MADE_UP_TRADES = DAYS * 6;

const HEAD =
  'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration';

const two = (value: number): string => String(value).padStart(2, '0');

function row(at: number): string {
  const day = new Date(Date.UTC(2026, 0, 5 + Math.floor(at / 30) * 7 + (Math.floor(at / 6) % 5)));
  const date = `${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/2026`;
  const place = at % 6;
  const isEarly = place < 3;
  const minute = 35 + (place % 3) * 7;
  const isUsual = (at * 7) % 10 > 0;
  const ticks = (isUsual === isEarly ? -1 : 1) * (8 + ((at * 13) % 9));
  const isLong = at % 3 !== 1;
  const entry = 20_000 + ((at * 31) % 97) * 2.25;
  const exit = entry + (isLong ? 1 : -1) * ticks * 0.25;
  const hour = two(isEarly ? 8 : 13);
  const cells = [
    9000 + at,
    'MNQH6',
    `${date} ${hour}:${minute}:05 -06:00`,
    `${date} ${hour}:${minute + 4}:10 -06:00`,
    entry.toFixed(9),
    exit.toFixed(9),
    '0.74000',
    (ticks * 0.5).toFixed(9),
    1,
    isLong ? 'Long' : 'Short',
    `${date} 00:00:00 -06:00`,
    '00:04:05.0000000',
  ];
  return cells.join(',');
}

export function madeUpFile(): string {
  return [HEAD, ...Array.from({ length: MADE_UP_TRADES }, (_, at) => row(at))].join('\n');
}
