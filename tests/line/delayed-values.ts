/** Every value on the channels of a viewer, and the ledger in which a delayed value must be found, old enough. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { historyLine } from '@undertow/server/src/modules/history/history-csv.ts';
import type { Rig, RigUser } from './line-rig.ts';

/** A value on a channel: `kind` is the sort of fact, whichever channel carries it. */
export interface ShownValue {
  readonly kind: string;
  readonly value: unknown;
  /** When it was made for the viewer, where the fact carries the time; otherwise when it is read. */
  readonly madeAt?: string;
}

interface Row {
  readonly [key: string]: unknown;
}

const of =
  (kind: string) =>
  (value: unknown): ShownValue => ({ kind, value });

/** The profile is kept once per ten seconds, so it is a fact of its own. */
function factsOf({ profile, ...facts }: Row): ShownValue[] {
  return [
    { kind: 'facts', value: facts },
    { kind: 'profile', value: profile },
  ];
}

/** Whether a bar is complete follows from the reader's own instant. */
const barOf = ({ complete: _complete, ...bar }: Row): ShownValue => ({ kind: 'bar', value: bar });

/** What was history to real time was live to the exchange: the state is of the reader, not of the market. */
const statusOf = ({ state: _state, ...status }: Row): ShownValue => ({ kind: 'status', value: status });

/** An alert without what names its rule and owner. */
function alertValue({
  title,
  message,
  eventId,
  marketAt,
  alertType,
  eventType,
  eventSize,
  createdAt,
}: Row): ShownValue {
  const value = { title, message, eventId, marketAt, alertType, eventType, eventSize };
  return { kind: 'alert', value, madeAt: String(createdAt) };
}

const rowsOf = (body: string): Row[] => JSON.parse(body) as Row[];

/** The polled channels, each with the facts that its response holds. */
const CHANNELS: readonly (readonly [url: string, read: (body: string) => ShownValue[]])[] = [
  ['/api/watchlist', (body) => rowsOf(body).map(({ asOf: _asOf, ...row }) => of('watchlist')(row))],
  ['/api/session-facts?instrumentId=1', (body) => factsOf(JSON.parse(body) as Row)],
  ['/api/order-book?instrumentId=1', (body) => [of('book')(JSON.parse(body))]],
  ['/api/order-flow-events/counts?instrumentId=1', (body) => [of('counts')(JSON.parse(body))]],
  ['/api/feed-status?instrumentId=1', (body) => [statusOf(JSON.parse(body) as Row)]],
  ['/api/market-data?instrumentId=1&timeframe=1m&limit=3', (body) => rowsOf(body).slice(-2).map(barOf)],
  ['/api/order-flow-events?instrumentId=1&limit=20', (body) => rowsOf(body).map(of('event'))],
  ['/api/order-flow-events?instrumentId=1&timeframe=1d&limit=20', (body) => rowsOf(body).map(of('event'))],
  [
    '/api/history/events?instrumentId=1&timeframe=1d&limit=20',
    (body) => (JSON.parse(body) as { events: Row[] }).events.map(of('event')),
  ],
  ['/api/ai-patterns?instrumentId=1', (body) => rowsOf(body).map(of('pattern'))],
  ['/api/alerts', (body) => rowsOf(body).map(alertValue)],
];

/** Reads every polled channel once. */
export async function readChannels(
  rig: Rig,
  user: RigUser,
  take: (shown: ShownValue, channel: string) => void,
): Promise<void> {
  for (const [url, read] of CHANNELS) {
    const { status, text } = await rig.get(user, url);
    if (status !== 200) throw new Error(`expected ${url} to answer 200, it answered ${status}`);
    for (const shown of read(text.slice(text.indexOf('\n') + 1))) take(shown, url);
  }
}

/** The line of an event in an export. */
export const lineOf = (event: unknown): ShownValue =>
  of('line of CSV')(historyLine(event as OrderFlowEventDto).trimEnd());

const linesOf = (text: string): readonly ShownValue[] =>
  text.trimEnd().split('\r\n').slice(1, 20).map(of('line of CSV'));

/** The lines of an export, or of none when there were enough of them this minute. */
export async function readExport(rig: Rig, user: RigUser): Promise<readonly ShownValue[]> {
  const { status, text } = await rig.get(user, '/api/history/export?instrumentId=1&timeframe=1d');
  return status === 200 ? linesOf(text.slice(text.indexOf('\n') + 1)) : [];
}

const KIND_OF_MESSAGE: Readonly<Record<string, string>> = {
  order_book: 'book',
  order_flow_event: 'event',
};

/** The facts of a frame of the socket. */
export function readFrame(text: string): ShownValue[] {
  const frame = JSON.parse(text) as Row | Row[];
  return (Array.isArray(frame) ? frame : [frame]).flatMap(({ type, data }) => {
    if (type === 'alert') return [alertValue(data as Row)];
    if (type === 'order_flow_events') return (data as Row[]).map(of('event'));
    if (type === 'market_data') return [barOf(data as Row)];
    if (type === 'feed_status') return [statusOf(data as Row)];
    const kind = KIND_OF_MESSAGE[String(type)];
    return kind === undefined ? [] : [{ kind, value: data }];
  });
}

export interface Known {
  /** When it was first shown in real time, milliseconds since the start. */
  readonly receivedMs: number;
  /** Exchange time of the newest row that was out by then, on the same scale. */
  readonly exchangeMs: number;
}

export interface LedgerRules {
  readonly delayMs: number;
  /** What arrives this late is history: only its exchange time counts. */
  readonly historyMs: number;
  /** How much later one reader may have been written what another was written at once. */
  readonly flushMs: number;
}

/** Stored facts come back with their keys in another order; the reader sees the same fact. */
function keyOf({ kind, value }: ShownValue): string {
  return `${kind} ${JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )}`;
}

/** What real time showed, and when; and what of the delayed view is not among it, or too young. */
export class DelayLedger {
  readonly faults = new Set<string>();
  readonly kinds = new Map<string, number>();
  youngestByExchangeMs = Number.POSITIVE_INFINITY;
  youngestByReceiptMs = Number.POSITIVE_INFINITY;
  readonly #rules: LedgerRules;
  readonly #known = new Map<string, Known>();

  constructor(rules: LedgerRules) {
    this.#rules = rules;
  }

  /** True when real time shows it for the first time. */
  note(shown: ShownValue, known: Known): boolean {
    const key = keyOf(shown);
    if (this.#known.has(key)) return false;
    this.#known.set(key, known);
    return true;
  }

  check(shown: ShownValue, channel: string, nowMs: number): void {
    const { kind } = shown;
    const key = keyOf(shown);
    const known = this.#known.get(key);
    if (known === undefined) {
      this.faults.add(`${channel} at ${nowMs}: real time never showed ${key.slice(0, 400)}`);
      return;
    }
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.#age(known, `${channel} at ${nowMs}: ${key.slice(0, 120)}`, nowMs);
  }

  #age({ exchangeMs, receivedMs }: Known, what: string, nowMs: number): void {
    const { delayMs, historyMs, flushMs } = this.#rules;
    const byExchange = nowMs - exchangeMs;
    this.youngestByExchangeMs = Math.min(this.youngestByExchangeMs, byExchange);
    if (byExchange < delayMs) this.faults.add(`${what} is ${byExchange} ms old by exchange time`);
    if (receivedMs - exchangeMs >= historyMs) return;
    const byReceipt = nowMs - receivedMs;
    this.youngestByReceiptMs = Math.min(this.youngestByReceiptMs, byReceipt);
    if (byReceipt < delayMs - flushMs) this.faults.add(`${what} was received ${byReceipt} ms ago`);
  }
}
