/** Context for reading every row of one file: platform, answers, clock, and the instruments found so far. */

import { DAY_MS } from '@undertow/market';
import { journalInstrumentOf, unknownRoot } from '#instruments/journal-instrument.ts';
import type { ImportAnswers, PackedFills, PlatformId } from '#model/import-model.ts';
import { type Scaled, scaledOf } from '#numbers/decimal.ts';
import type { PlatformRows } from '#platforms/reader/platform.ts';
import type { ImportClock } from './import-clock.ts';

export interface DraftContext {
  /** Cache of resolved symbols: files repeat few of them many times. */
  readonly placed: Map<string, PlacedSymbol>;
  readonly platform: PlatformId;
  readonly layout: string;
  /** Executions of earlier imports that are paired with those of this file. */
  readonly earlier: readonly PackedFills[];
  readonly rows: Pick<PlatformRows, 'account' | 'currency'>;
  readonly answers: ImportAnswers;
  readonly clock: ImportClock;
}

/** The facts of a symbol that the journal needs. */
export interface PlacedSymbol {
  readonly root: string;
  readonly expiry: string | null;
  readonly pointValue: Scaled | null;
  readonly tick: Scaled | null;
  /** Currency of prices; empty when unknown. */
  readonly priceCurrency: string;
  /** Whether prices may be compared with the P&L column. */
  readonly checked: boolean;
}

/** Platforms that trade lots of CFDs and pairs: their `GC` is not a futures contract unless it names a month. */
export const LOTS: ReadonlySet<PlatformId> = new Set(['mt4', 'mt5', 'ctrader']);

/** Root, expiry and point value of a symbol: the file's own value, then the answer, then the table; never a guess. */
export function placeSymbol(
  context: DraftContext,
  symbol: string,
  nearMs: number | null,
  filePointValue: string | null,
): PlacedSymbol {
  // A one-digit year is resolved by the trade's own time: within one month all trades of a symbol agree.
  const month = nearMs === null ? '' : Math.floor(nearMs / MIN_MONTH_MS);
  const name = `${month}|${filePointValue ?? ''}|${symbol}`;
  const known = context.placed.get(name);
  if (known !== undefined) return known;
  const placed = placeNew(context, symbol, nearMs, filePointValue);
  context.placed.set(name, placed);
  return placed;
}

const MIN_MONTH_MS = 28 * DAY_MS;

function placeNew(
  context: DraftContext,
  symbol: string,
  nearMs: number | null,
  filePointValue: string | null,
): PlacedSymbol {
  const found = journalInstrumentOf(symbol, nearMs ?? undefined);
  const isFuture = found !== null && found.pointValue !== null;
  const instrument = isFuture && LOTS.has(context.platform) && found.expiry === null ? null : found;
  const root = instrument?.root ?? unknownRoot(symbol);
  const answered = context.answers.pointValues?.[root];
  const pointValue = filePointValue ?? answered ?? instrument?.pointValue ?? null;
  const priceCurrency = instrument?.currency ?? '';
  const currency = context.rows.currency;
  return {
    root,
    expiry: instrument?.expiry ?? null,
    pointValue: pointValue === null ? null : positive(pointValue),
    tick: instrument?.tick == null ? null : positive(instrument.tick),
    priceCurrency,
    checked:
      pointValue !== null &&
      !LOTS.has(context.platform) &&
      (currency === null || priceCurrency === '' || currency === priceCurrency),
  };
}

function positive(text: string): Scaled | null {
  const value = scaledOf(text);
  return value === null || value <= 0n ? null : value;
}
