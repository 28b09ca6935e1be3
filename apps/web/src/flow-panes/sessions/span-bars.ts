/** Bars with volume by price from executions of the past, hour by hour: the executions themselves are not kept. */
import {
  type ExchangeCalendar,
  type FlowBar,
  FlowBarBuilder,
  type FlowSpan,
  HOUR_MS,
  printsWithin,
} from '@undertow/market';
import { addPrints } from '#flow-panes/bars/fold-prints.ts';
import { PROFILE_BAR_MS } from './merge-bars.ts';

/** After so many hours of an open market without an execution nothing older is stored. */
const MAX_EMPTY = 3;

export interface SpanBarsOptions {
  readonly calendar: ExchangeCalendar;
  readonly contract: string;
  readonly request: (
    fromMs: number,
    toMs: number,
    signal: AbortSignal,
  ) => Promise<readonly (FlowSpan & { readonly contract: string })[]>;
  readonly signal: AbortSignal;
}

export class SpanBars {
  readonly #options: SpanBarsOptions;
  #bars: FlowBar[] = [];
  #fromMs: number | null = null;
  #empty = 0;

  constructor(options: SpanBarsOptions) {
    this.#options = options;
  }

  bars(): readonly FlowBar[] {
    return this.#bars;
  }

  /** Start of what was requested; null before it began. */
  get fromMs(): number | null {
    return this.#fromMs;
  }

  get isComplete(): boolean {
    return this.#empty >= MAX_EMPTY;
  }

  needs(fromMs: number): boolean {
    return !this.isComplete && (this.#fromMs ?? Number.POSITIVE_INFINITY) > fromMs;
  }

  /** The hour before what is known; `beforeMs` where nothing is. */
  async loadOlder(beforeMs: number): Promise<void> {
    const { calendar, contract, request, signal } = this.#options;
    const edgeMs = this.#fromMs ?? beforeMs;
    const { closeMs } = calendar.sessionBounds(calendar.tradingDayOf(edgeMs - 1));
    const toMs = Math.ceil(Math.min(edgeMs, closeMs) / HOUR_MS) * HOUR_MS;
    const fromMs = toMs - HOUR_MS;
    const spans = (await request(fromMs, toMs, signal)).filter((span) => span.contract === contract);
    const bars: FlowBar[] = [];
    const rule = { kind: 'time', ms: PROFILE_BAR_MS } as const;
    const builder = new FlowBarBuilder({ rule, calendar, onBar: (bar) => bars.push(bar) });
    for (const { prints } of spans) addPrints(builder, printsWithin(prints, fromMs, toMs));
    builder.close();
    this.#fromMs = fromMs;
    this.#empty = bars.length === 0 ? this.#empty + 1 : 0;
    this.#bars = [...bars, ...this.#bars];
  }
}
