/** One instrument as a socket shows it, and the latest states of each part of it by their version. */
import type { MarketDataBar, OrderBookRow, OrderFlowEventDto, ServerMessage } from '@undertow/contracts';

type Stamped = Extract<ServerMessage, { asOf: string }>;

/** `ahead`: the socket has not shown it yet; `passed`: it was never shown, since a later state followed at once. */
export type Comparison = 'same' | 'differs' | 'ahead' | 'passed';

const MAX_VERSIONS = 120;
const MAX_EVENTS = 500;
/** Of the newest events and executions, which sockets that began at different times all have. */
const COMPARED_EVENTS = 20;
const COMPARED_PRINTS = 30;

/** States by version, oldest first. */
class Versions {
  readonly #texts = new Map<string, string>();
  #latest = '';

  put(version: string, text: string): void {
    this.#texts.delete(version);
    this.#texts.set(version, text);
    this.#latest = version;
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > MAX_VERSIONS && oldest !== undefined) this.#texts.delete(oldest);
  }

  get latestText(): string {
    return this.#texts.get(this.#latest) ?? '';
  }

  compare(version: string, text: string): Comparison {
    const known = this.#texts.get(version);
    if (known !== undefined) return known === text ? 'same' : 'differs';
    return version > this.#latest ? 'ahead' : 'passed';
  }
}

/** A book is as old as its youngest row says. */
const versionOfBook = (rows: readonly OrderBookRow[]): string => rows[0]?.timestamp ?? '';

/** Of one minute a bar grows with its trades. */
const versionOfBar = ({ timestamp, trades }: MarketDataBar): string =>
  `${timestamp} ${String(trades).padStart(9, '0')}`;

/** Whether a bar is closed depends on when it is requested. */
const textOfBar = ({ complete: _complete, ...bar }: MarketDataBar): string => JSON.stringify(bar);

export class FoldedInstrument {
  readonly #books = new Versions();
  readonly #bars = new Versions();
  /** Every state of an event that was shown, by id. */
  readonly #events = new Map<string, { readonly states: Set<string>; latest: OrderFlowEventDto }>();
  readonly #depth = new Map<string, string>();
  #isDepthKnown = false;
  #prints: string[] | null = null;
  /** The list of events came; none comes for a plan without events. */
  #isListed = false;

  /** Answers with what cannot be right about the message by itself. */
  fold(message: Stamped): readonly string[] {
    switch (message.type) {
      case 'market_data':
        this.#bars.put(versionOfBar(message.data), textOfBar(message.data));
        return [];
      case 'order_book':
        this.#books.put(versionOfBook(message.data), JSON.stringify(message.data));
        return [];
      case 'order_flow_events':
        this.#isListed = true;
        for (const event of message.data.toReversed()) this.#putEvent(event);
        return [];
      case 'order_flow_event':
        this.#putEvent(message.data);
        return [];
      case 'depth':
        this.#foldDepth(message.data);
        return [];
      case 'prints':
        return this.#foldPrints(message.data);
      case 'feed_status':
        return [];
    }
  }

  /** Executions are added: the same ones twice are twice on the tape, and twice in every volume. */
  #foldPrints({ isWhole, prints }: Extract<Stamped, { type: 'prints' }>['data']): readonly string[] {
    const rows = prints.map((print) => JSON.stringify(print));
    const known = this.#prints;
    if (isWhole || known === null) {
      if (isWhole) this.#prints = rows;
      return [];
    }
    this.#prints = [...known, ...rows].slice(-COMPARED_PRINTS * 4);
    const isAgain = rows.length > 0 && known.slice(-rows.length).join() === rows.join();
    return isAgain
      ? [`${rows.length} executions again that were there already, the last one ${rows.at(-1)}`]
      : [];
  }

  #putEvent(event: OrderFlowEventDto): void {
    const known = this.#events.get(event.id);
    if (known === undefined)
      this.#events.set(event.id, { states: new Set([JSON.stringify(event)]), latest: event });
    else {
      known.states.add(JSON.stringify(event));
      known.latest = event;
    }
    const [oldest] = this.#events.keys();
    if (this.#events.size > MAX_EVENTS && oldest !== undefined) this.#events.delete(oldest);
  }

  #foldDepth({ isWhole, bids, asks }: Extract<Stamped, { type: 'depth' }>['data']): void {
    if (isWhole) this.#depth.clear();
    else if (!this.#isDepthKnown) return;
    this.#isDepthKnown = true;
    for (const [side, rows] of [
      ['bid', bids],
      ['ask', asks],
    ] as const)
      for (const [price, size, orders] of rows)
        if (size === 0) this.#depth.delete(`${side} ${price}`);
        else this.#depth.set(`${side} ${price}`, `${size} ${orders}`);
  }

  /** What every socket of the same view shows at the same instant, by part; what is not known yet is left out. */
  digest(): ReadonlyMap<string, string> {
    const parts = new Map([['book', this.#books.latestText]]);
    parts.set('bar', this.#bars.latestText);
    if (this.#isDepthKnown)
      parts.set(
        'depth',
        [...this.#depth]
          .map(([place, level]) => `${place} ${level}`)
          .sort()
          .join(),
      );
    if (this.#prints !== null && this.#prints.length >= COMPARED_PRINTS)
      parts.set('executions', this.#prints.slice(-COMPARED_PRINTS).join());
    if (this.#isListed) parts.set('events', this.#newestEvents());
    return parts;
  }

  #newestEvents(): string {
    return [...this.#events.values()]
      .map(({ latest }) => ({ key: `${latest.detectedAt} ${latest.id}`, latest }))
      .sort((one, other) => (one.key < other.key ? 1 : -1))
      .slice(0, COMPARED_EVENTS)
      .map(({ latest }) => JSON.stringify(latest))
      .join();
  }

  compareBook(rows: readonly OrderBookRow[]): Comparison {
    return this.#books.compare(versionOfBook(rows), JSON.stringify(rows));
  }

  /** The newest bar of a list. */
  compareBar(bar: MarketDataBar): Comparison {
    return this.#bars.compare(versionOfBar(bar), textOfBar(bar));
  }

  compareEvent(event: OrderFlowEventDto): Comparison {
    const known = this.#events.get(event.id);
    if (known === undefined) return 'ahead';
    if (known.states.has(JSON.stringify(event))) return 'same';
    return event.metadata.updatedAt >= known.latest.metadata.updatedAt ? 'ahead' : 'differs';
  }
}
