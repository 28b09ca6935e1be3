/** One row of a fills file with parsed numbers, and its keys across exports. */

import { bareSymbol } from '#instruments/journal-instrument.ts';
import type { PackedFills } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import { type Scaled, scaledOf } from '#numbers/decimal.ts';
import { microsOf } from '#numbers/money.ts';
import { packFills, unpackFills } from '#trades/packed-fills.ts';
import { decimalFact, factHash, factText, timeFact } from '#trades/trade-key.ts';
import { type DraftContext, type PlacedSymbol, placeSymbol } from './draft-context.ts';
import { orderFills } from './order-fills.ts';
import type { PairFill } from './pair-fills.ts';

export interface ReadFill extends PairFill {
  readonly raw: RawFill;
  readonly placed: PlacedSymbol;
  readonly account: string;
  /** Its index among identical rows of its file. */
  readonly twin: number;
}

/** The fill, or why it is invalid. `knownMs` is the instant that an earlier import read. */
export function readFill(fill: RawFill, context: DraftContext, knownMs: number | null): ReadFill | string {
  const quantity = scaledOf(fill.quantity);
  const price = scaledOf(fill.price);
  const timeMs = knownMs ?? context.clock.instantOf(fill.time);
  if (quantity === null || quantity === 0n) return 'The quantity is zero or not a number.';
  if (price === null || timeMs === null) return 'The price is not a number.';
  const [commission, fees, pnl] = [fill.commission, fill.fees, fill.pnl].map((text) =>
    text === null ? null : (microsOf(text) ?? undefined),
  );
  if (commission === undefined || fees === undefined || pnl === undefined)
    return 'An amount of money is not a number or beyond what the journal can hold.';
  const placed = placeSymbol(context, fill.symbol, timeMs, fill.pointValue);
  const account = fill.account ?? context.rows.account ?? context.answers.account ?? '';
  return {
    raw: fill,
    placed,
    account,
    twin: 0,
    line: fill.line,
    book: `${account}\n${placed.root}\n${placed.expiry ?? bareSymbol(fill.symbol)}`,
    timeMs,
    sequence: fill.sequence,
    action: fill.action,
    quantity: absolute(quantity),
    price,
    commissionMicros: commission,
    feesMicros: fees,
    pnlMicros: pnl,
    effect: fill.effect,
    positionAfter: fill.positionAfter === null ? null : scaledOf(fill.positionAfter),
  };
}

const absolute = (value: Scaled): Scaled => (value < 0n ? -value : value);

/** The facts of an execution in the file. */
export const fillFacts = (fill: RawFill): string =>
  factText([
    fill.symbol,
    fill.action,
    decimalFact(fill.quantity),
    decimalFact(fill.price),
    timeFact(fill.time),
  ]);

/** Key of an execution in every export of its layout. */
const nameOf = ({ book, raw, twin }: ReadFill): string =>
  factText([book, raw.nativeId, fillFacts(raw), `${twin}`]);

/** Rows of one file with their index among identical rows: all of them are real. */
export function withTwins(fills: readonly ReadFill[]): ReadFill[] {
  const counts = new Map<string, number>();
  return fills.map((fill) => {
    const name = nameOf(fill);
    const twin = counts.get(name) ?? 0;
    counts.set(name, twin + 1);
    return twin === 0 ? fill : { ...fill, twin };
  });
}

/** Executions of earlier imports, each once: one that closes a position and opens the next belongs to both. */
export function readEarlier(packed: readonly PackedFills[], context: DraftContext): ReadFill[] {
  const fills = new Map<string, ReadFill>();
  for (const { raw, timeMs, twin } of packed.flatMap((each) => unpackFills(each.fills))) {
    const fill = readFill(raw, context, timeMs);
    if (typeof fill === 'string') continue;
    const placed = { ...fill, twin };
    fills.set(nameOf(placed), placed);
  }
  return [...fills.values()];
}

/**
 * Fills of a file and of earlier imports of the same books in one order, each execution once: where both have it the
 * file's row is kept. Exports cut at an instant have all or none of its fills, so twins stay twins.
 */
export function joinFills(earlier: readonly ReadFill[], incoming: readonly ReadFill[]): readonly ReadFill[] {
  if (earlier.length === 0) return incoming;
  const present = new Set(incoming.map(nameOf));
  const missing = earlier.filter((fill) => !present.has(nameOf(fill)));
  return [...missing, ...orderFills(incoming)].sort((a, b) => a.timeMs - b.timeMs);
}

/** The executions of a trade in their stored form. */
export const packed = (fills: readonly ReadFill[]): string =>
  packFills(fills.map(({ raw, timeMs, twin }) => ({ raw, timeMs, twin })));

/** Names the book of a layout: executions of two layouts are never paired with each other. */
export const bookName = (book: string, { platform, layout }: DraftContext): string =>
  factHash([platform, layout, book]);
