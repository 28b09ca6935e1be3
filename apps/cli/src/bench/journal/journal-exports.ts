/** Made-up exports as large as a journal must import: round trips of 100,000 trades or fewer, and fills of the same trades. */

export interface JournalExport {
  readonly what: string;
  readonly name: string;
  readonly text: string;
}

const TRADES = 100_000;
const START_MS = Date.UTC(2024, 0, 2);
const BETWEEN_MS = 400_000;
const HELD_MS = 120_000;

interface MadeTrade {
  readonly id: number;
  readonly entryMs: number;
  readonly exitMs: number;
  readonly entry: number;
  readonly exit: number;
}

function* trades(count: number): Generator<MadeTrade> {
  for (let id = 1; id <= count; id += 1) {
    const entryMs = START_MS + id * BETWEEN_MS;
    const entry = 20_000 + ((id * 7) % 400) * 0.25;
    yield { id, entryMs, exitMs: entryMs + HELD_MS, entry, exit: entry + ((id % 17) - 8) * 0.25 };
  }
}

/** A performance report of Tradovate with so many trades. */
export function roundTrips(count: number): string {
  const lines = [
    'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
  ];
  for (const { id, entryMs, exitMs, entry, exit } of trades(count)) {
    const pnl = (exit - entry) * 4;
    const money = pnl < 0 ? `$(${(-pnl).toFixed(2)})` : `$${pnl.toFixed(2)}`;
    const prices = `${entry.toFixed(2)},${exit.toFixed(2)}`;
    const times = `${usTime(entryMs)},${usTime(exitMs)}`;
    lines.push(`MNQH6,-2,0,0.25,${2 * id},${2 * id + 1},2,${prices},${money},${times},2min`);
  }
  return lines.join('\r\n');
}

function fills(): string {
  const lines = [
    '_id,_timestamp,_action,Order ID,Account,B/S,Quantity,Price,_tickSize,Contract,Product,commission',
  ];
  for (const { id, entryMs, exitMs, entry, exit } of trades(TRADES)) {
    lines.push(`${2 * id},${isoTime(entryMs)},0,${2 * id},DEMO1, Buy,2,${entry},0.25,MNQH6,MNQ,1.04`);
    lines.push(`${2 * id + 1},${isoTime(exitMs)},1,${2 * id + 1},DEMO1, Sell,2,${exit},0.25,MNQH6,MNQ,1.04`);
  }
  return lines.join('\r\n');
}

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

/** `03/04/2026 10:02:05`, as Tradovate writes times. */
function usTime(timeMs: number): string {
  const text = isoTime(timeMs);
  return `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)} ${text.slice(11, 19)}`;
}

export function journalExports(): readonly JournalExport[] {
  return [
    { what: '100,000 round trips', name: 'Performance.csv', text: roundTrips(TRADES) },
    { what: '200,000 fills of 100,000 trades', name: 'Fills.csv', text: fills() },
  ];
}
