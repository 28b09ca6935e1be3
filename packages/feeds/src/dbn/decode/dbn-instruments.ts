/** Which instrument a record of a DBN file belongs to: its symbol, its tick and its product, by id and date. */
import { type Instrument, instrumentBySymbol, productOfContract } from '@undertow/market';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import type { DbnDefinition, DbnSymbolMapping } from './decode-records.ts';

/** One instrument of a file. */
export interface DbnInstrument {
  /** Number that the rows of this instrument carry: 1 for the first one met. */
  readonly localId: number;
  /** The vendor's id in the file. */
  readonly fileId: number;
  /** Raw symbol (`ESH4`), or the requested one (`ES.c.0`) where the file has no other; null when it names none. */
  readonly symbol: string | null;
  /** Tick in units of 1e-9; null when neither the file nor the catalogue has it: such records are skipped. */
  readonly tickNanos: number | null;
  /** The product of the catalogue, or one made from the definition; null where the tick is unknown. */
  readonly instrument: Instrument | null;
  /** True when `instrument` is one of the catalogue's. */
  readonly isCatalogued: boolean;
}

interface Span {
  readonly symbol: string;
  /** Milliseconds since 1970 UTC. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Ids above this are instruments outside the catalogue; the catalogue's are small. */
const FOREIGN_ID_BASE = 1_000_000;

/**
 * An instrument is the one of the catalogue where product and tick agree, else one made for the file; ticks are its
 * own.
 */
export class DbnInstruments {
  readonly #spans = new Map<number, Span[]>();
  readonly #definitions = new Map<number, DbnDefinition>();
  readonly #byKey = new Map<string, DbnInstrument>();
  readonly #all: DbnInstrument[] = [];

  constructor(metadata: DbnMetadata | null) {
    for (const mapping of metadata?.mappings ?? []) {
      for (const interval of mapping.intervals) {
        // With raw symbols on both sides the interval names no id; a symbol mapping record will.
        if (!/^\d+$/.test(interval.symbol)) continue;
        this.#addSpan(Number(interval.symbol), {
          symbol: mapping.rawSymbol,
          startMs: dateMs(interval.startDate),
          endMs: dateMs(interval.endDate),
        });
      }
    }
  }

  /** Instruments met so far, in the order in which their first record came; `localId` is the position plus one. */
  get all(): readonly DbnInstrument[] {
    return this.#all;
  }

  /** A definition gives symbol and tick better than anything else, from here on. */
  addDefinition(definition: DbnDefinition): void {
    this.#definitions.set(definition.instrumentId, definition);
  }

  /** A live stream maps ids by records; `timeMs` is when it did. */
  addMapping(mapping: DbnSymbolMapping, timeMs: number): void {
    const symbol = /^\d+$/.test(mapping.outSymbol) ? mapping.inSymbol : mapping.outSymbol;
    const last = this.#spans.get(mapping.instrumentId)?.at(-1);
    // Each subscription maps its symbols again, for days
    if (last?.symbol === symbol && last.endMs === Number.POSITIVE_INFINITY && last.startMs <= timeMs) return;
    this.#addSpan(mapping.instrumentId, { symbol, startMs: timeMs, endMs: Number.POSITIVE_INFINITY });
  }

  /**
   * The instrument that this id denotes at the instant (milliseconds since 1970 UTC), and until when the answer
   * holds unless a definition or mapping comes. Records before the first day, as snapshots hold, belong to its symbol.
   */
  at(fileId: number, timeMs: number): { readonly instrument: DbnInstrument; readonly untilMs: number } {
    const spans = this.#spans.get(fileId) ?? [];
    const inside = spans.findLast((span) => timeMs >= span.startMs && timeMs < span.endMs);
    const first = spans[0];
    const isBefore = first !== undefined && timeMs < first.startMs;
    const span = inside ?? (isBefore ? first : spans.at(-1));
    // A later mapping ends what an earlier one left open
    const next = spans.find(({ startMs }) => startMs > timeMs);
    const untilMs = Math.min(
      inside?.endMs ?? Number.POSITIVE_INFINITY,
      next?.startMs ?? Number.POSITIVE_INFINITY,
    );
    return { instrument: this.#find(fileId, span?.symbol ?? null), untilMs };
  }

  #find(fileId: number, mapped: string | null): DbnInstrument {
    const definition = this.#definitions.get(fileId);
    const symbol = definition?.rawSymbol ?? mapped;
    const product = symbol === null ? undefined : productOfSymbol(symbol);
    const defined = definition?.tickNanos ?? null;
    const tickNanos = defined !== null && defined > 0n ? Number(defined) : (product?.tickNanos ?? null);
    const key = `${fileId} ${symbol} ${tickNanos}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const isCatalogued = product !== undefined && product.tickNanos === tickNanos;
    const made: DbnInstrument = {
      localId: this.#all.length + 1,
      fileId,
      symbol,
      tickNanos,
      isCatalogued,
      instrument: isCatalogued
        ? product
        : foreignInstrument(fileId, symbol ?? String(fileId), tickNanos, definition),
    };
    this.#all.push(made);
    this.#byKey.set(key, made);
    return made;
  }

  #addSpan(fileId: number, span: Span): void {
    this.#spans.set(fileId, [...(this.#spans.get(fileId) ?? []), span]);
  }
}

/** The product behind a symbol as vendors write it: `ESH4`, continuous `ES.c.0`, parent `ES.FUT`. */
export function productOfSymbol(symbol: string): Instrument | undefined {
  const root = /^([A-Z0-9]{1,3})\.(?:[cnv]\.\d+|FUT)$/.exec(symbol)?.[1];
  return root === undefined ? productOfContract(symbol) : instrumentBySymbol(root);
}

function foreignInstrument(
  fileId: number,
  symbol: string,
  tickNanos: number | null,
  definition: DbnDefinition | undefined,
): Instrument | null {
  if (tickNanos === null) return null;
  return {
    id: FOREIGN_ID_BASE + fileId,
    symbol,
    name: symbol,
    venue: 'CME',
    group: 'equities',
    tickNanos,
    decimals: decimalsOf(tickNanos),
    notation: 'decimal',
    currency: 'USD',
    pointValue: Number(definition?.unitOfMeasureNanos ?? 1_000_000_000n) / 1e9,
    months: 'FGHJKMNQUVXZ',
    rthOpenMinute: 510,
    rthCloseMinute: 900,
    basePriceTicks: 0,
  };
}

/** Decimals that print every multiple of the tick exactly. */
function decimalsOf(tickNanos: number): number {
  let decimals = 9;
  for (let rest = tickNanos; decimals > 0 && rest % 10 === 0; rest /= 10) decimals -= 1;
  return decimals;
}

function dateMs(yyyymmdd: number): number {
  return Date.UTC(Math.floor(yyyymmdd / 10_000), (Math.floor(yyyymmdd / 100) % 100) - 1, yyyymmdd % 100);
}
