/** What a viewer of ES was shown, judged: how long it stood still, and whether a price was ever not the exchange's. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Watch } from './cluster-person.ts';
import type { ExchangeBar } from './started-cluster.ts';

const POLL_MS = 20;
const PATIENCE_MS = 60_000;

/** Resolves with what `read` returns once it is neither null nor false. */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, null | undefined | false>> {
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs; await wait(POLL_MS)) {
    const found = await read();
    if (found !== null && found !== undefined && found !== false)
      return found as Exclude<T, null | undefined | false>;
  }
  throw new Error(`expected within ${patienceMs / 1000} s: ${what}`);
}

/** When the book changed on the market, by the newest book that was received; 0 before the first one. */
export function bookMs(watch: Watch): number {
  const last = watch.of('order_book').at(-1)?.message.data[0]?.timestamp;
  return last === undefined ? 0 : Date.parse(last);
}

/** Resolves when a book of after an instant is shown; with the milliseconds from that instant until it was received. */
export async function untilBookOf(watch: Watch, ms: number, patienceMs = PATIENCE_MS): Promise<number> {
  try {
    return await untilBook(watch, ms, patienceMs);
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}; ${stateOf(watch)}`, {
      cause,
    });
  }
}

/** What a socket received last, and whether it is still open. */
function stateOf({ socket, received }: Watch): string {
  const newest = new Map(received.map(({ atMs, message }) => [message.type, new Date(atMs).toISOString()]));
  const last = [...newest].map(([type, at]) => `${type} ${at}`).join(', ');
  return `the socket is ${socket.readyState === socket.OPEN ? 'open' : 'closed'}, and received last: ${last}`;
}

function untilBook(watch: Watch, ms: number, patienceMs: number): Promise<number> {
  return until(
    `a book of after ${new Date(ms).toISOString()}`,
    () => {
      const first = watch
        .of('order_book', ms)
        .find(({ message }) => Date.parse(message.data[0]?.timestamp ?? '') > ms);
      return first === undefined ? null : Math.max(1, first.atMs - ms);
    },
    patienceMs,
  );
}

/** What is wrong with the books and bars of a socket; `bars` are the exchange's own minutes. */
export function wrongPrices(watch: Watch, bars: ReadonlyMap<number, ExchangeBar>): readonly string[] {
  const faults: string[] = [];
  for (const { message } of watch.of('order_book')) {
    const bids = message.data.filter(({ side }) => side === 'bid').map(({ price }) => Number(price));
    const asks = message.data.filter(({ side }) => side === 'ask').map(({ price }) => Number(price));
    if (bids.length > 0 && asks.length > 0 && Math.max(...bids) >= Math.min(...asks))
      faults.push(`crossed book of ${message.asOf}: ${Math.max(...bids)} ${Math.min(...asks)}`);
  }
  for (const { message } of watch.of('market_data')) {
    const { timestamp, open, high, low, close, volume } = message.data;
    const bar = bars.get(Date.parse(timestamp));
    if (bar === undefined) continue;
    const isWithin = [open, high, low, close].every(
      (price) => Number(price) >= bar.low && Number(price) <= bar.high,
    );
    if (!isWithin || Number(open) !== bar.open || volume > bar.volume)
      faults.push(
        `${message.asOf}: ${open} ${high} ${low} ${close} ${volume}, the exchange has ${JSON.stringify(bar)}`,
      );
  }
  return [...new Set(faults)];
}

/** Where a socket was shown an earlier market than before: books by when they changed, the forming bar by what it holds. */
export function stepsBack(watch: Watch, sinceMs: number): readonly string[] {
  const faults: string[] = [];
  let bookMs = 0;
  for (const { message } of watch.of('order_book', sinceMs)) {
    const ms = Date.parse(message.data[0]?.timestamp ?? '');
    // Emptied while an owner begins: there is none to show
    if (Number.isNaN(ms)) continue;
    if (ms < bookMs)
      faults.push(`a book of ${message.data[0]?.timestamp} after one of ${new Date(bookMs).toISOString()}`);
    bookMs = Math.max(bookMs, ms);
  }
  let forming = { ms: 0, volume: 0 };
  for (const { message } of watch.of('market_data', sinceMs)) {
    const { timestamp, volume, complete } = message.data;
    const ms = Date.parse(timestamp);
    if (complete) continue;
    if (ms < forming.ms || (ms === forming.ms && volume < forming.volume))
      faults.push(
        `${volume} contracts at ${timestamp} after ${forming.volume} at ${new Date(forming.ms).toISOString()}`,
      );
    forming = { ms, volume };
  }
  return faults;
}
