/** Fills as drafts: paired into positions, with costs, booked P&L and excursions of their fills. */

import type { PackedFills, Rejection } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import { divideRounded, formatScaled, moneyOf, type Scaled, scaledOf } from '#numbers/decimal.ts';
import type { Micros } from '#numbers/money.ts';
import { factHash, factText } from '#trades/trade-key.ts';
import type { DraftContext } from './draft-context.ts';
import type { DraftTrade } from './draft-trade.ts';
import type { Drafts } from './draft-trips.ts';
import { type OrphanExit, type PairedPosition, pairFills } from './pair-fills.ts';
import {
  bookName,
  fillFacts,
  joinFills,
  packed,
  type ReadFill,
  readEarlier,
  readFill,
  withTwins,
} from './read-fill.ts';

export interface FillDrafts extends Drafts {
  /** Fills that occur twice in the file, by their native id. */
  readonly repeatedLines: readonly number[];
  readonly warnings: readonly string[];
  /** Exits of what was opened before, kept until an earlier export has their entries. */
  readonly unplaced: readonly PackedFills[];
  readonly books: readonly string[];
}

/** Maximum number of characters of the rows that a trade stores. */
const MAX_RAW = 2000;

/**
 * Drafts of all positions of a file. An exit of something opened before the file is a trade of its own where the file
 * books its P&L, and rejected where it does not.
 */
export function draftFills(fills: readonly RawFill[], context: DraftContext): FillDrafts {
  const rejected: Rejection[] = [];
  const repeatedLines: number[] = [];
  const seen = new SeenFills();
  const read: ReadFill[] = [];
  for (const fill of fills) {
    if (seen.isRepeated(fill)) {
      repeatedLines.push(fill.line);
      continue;
    }
    const one = readFill(fill, context, null);
    if (typeof one === 'string')
      rejected.push({ line: fill.line, reason: one, text: fill.raw.slice(0, 200) });
    else read.push(one);
  }
  const incoming = withTwins(read);
  const { positions, orphans } = pairFills(joinFills(readEarlier(context.earlier, context), incoming));
  const withPnl = orphans.filter(({ pnlMicros }) => pnlMicros !== null);
  const withoutPnl = orphans.filter(({ pnlMicros }) => pnlMicros === null);
  return {
    drafts: [
      ...positions.map((position) => draftPosition(position, context)),
      ...withPnl.map((orphan) => draftOrphan(orphan, context)),
    ],
    // Those of earlier files were reported at their import
    rejected: [...rejected, ...withoutPnl.filter(isOfFile).map(rejectOrphan)],
    repeatedLines,
    warnings: orphanWarnings(withPnl.filter(isOfFile).length, withoutPnl.filter(isOfFile).length),
    unplaced: withoutPnl.map(({ fill }) => ({ book: bookName(fill.book, context), fills: packed([fill]) })),
    books: [...new Set(incoming.map(({ book }) => book))].map((book) => bookName(book, context)),
  };
}

const isOfFile = ({ fill }: OrphanExit<ReadFill>): boolean => fill.line > 0;

/** Fills by native id: the same id with the same figures is one fill, with others a part of it. */
class SeenFills {
  readonly #first = new Map<string, RawFill>();
  readonly #facts = new Set<string>();

  isRepeated(fill: RawFill): boolean {
    if (fill.nativeId === null) return false;
    const before = this.#first.get(fill.nativeId);
    if (before === undefined) {
      this.#first.set(fill.nativeId, fill);
      return false;
    }
    this.#facts.add(factText([fill.nativeId, fillFacts(before)]));
    const name = factText([fill.nativeId, fillFacts(fill)]);
    if (this.#facts.has(name)) return true;
    this.#facts.add(name);
    return false;
  }
}

function draftPosition(position: PairedPosition<ReadFill>, context: DraftContext): DraftTrade {
  const { fills, legs, quantity, side } = position;
  const first = fills[0] as ReadFill;
  const last = fills.at(-1) as ReadFill;
  const isOpen = position.status === 'open';
  const entryPrice = divideRounded(position.entryValue, quantity);
  const exitValue = legs.reduce((total, leg) => total + leg.quantity * leg.exitPrice, 0n);
  return {
    ...commonOf(first, context),
    plannedStop: first.raw.plannedStop,
    // The exit's, or that of the last one in this file
    line: position.since.findLast(({ line }) => line > 0)?.line ?? 0,
    raw: rawOf(fills),
    book: bookName(first.book, context),
    fills: packed(position.since),
    ...namesOf(position, context),
    side,
    quantity,
    entryMs: position.entryMs,
    exitMs: legs.at(-1)?.exitMs ?? null,
    entryPrice,
    exitPrice: isOpen ? null : divideRounded(exitValue, quantity),
    pnlMicros: position.pnlMicros,
    pnlIs: last.raw.pnlIs,
    priceMicros: isOpen ? null : priceMoney(position, first.placed.pointValue),
    commissionMicros: position.commissionMicros,
    feesMicros: position.feesMicros,
    ...excursionsOf(position, entryPrice),
    strategy: fills.find(({ raw }) => raw.strategy !== null)?.raw.strategy ?? null,
    status: position.status,
    legs,
    flags: [],
  };
}

function draftOrphan(orphan: OrphanExit<ReadFill>, context: DraftContext): DraftTrade {
  const { fill } = orphan;
  const names = factHash([
    'exit only',
    context.platform,
    fill.raw.account,
    fill.raw.nativeId,
    fillFacts(fill.raw),
  ]);
  return {
    ...commonOf(fill, context),
    line: fill.line,
    raw: fill.raw.raw,
    book: bookName(fill.book, context),
    fills: packed([fill]),
    identity: names,
    facts: names,
    side: fill.action === 'buy' ? 'short' : 'long',
    quantity: orphan.quantity,
    entryMs: null,
    exitMs: fill.timeMs,
    entryPrice: null,
    exitPrice: fill.price,
    pnlMicros: orphan.pnlMicros,
    pnlIs: fill.raw.pnlIs,
    priceMicros: null,
    commissionMicros: orphan.commissionMicros,
    feesMicros: orphan.feesMicros,
    maeMicros: null,
    mfeMicros: null,
    strategy: fill.raw.strategy,
    status: 'closed',
    legs: [],
    flags: ['entry-time-missing', 'pnl-only'],
  };
}

/** Facts that a trade takes from its fill or the file. */
function commonOf(fill: ReadFill, context: DraftContext) {
  return {
    ...fill.placed,
    hasNativeId: false,
    positionId: null,
    account: fill.account,
    symbol: fill.raw.symbol,
    currency: fill.raw.currency ?? context.rows.currency ?? context.answers.currency ?? null,
    tradeDay: null,
    swapMicros: null,
    plannedStop: null,
    notes: null,
  };
}

/** Named by its first and last fill: the ids where both have one, else the facts in the file. */
function namesOf(
  position: PairedPosition<ReadFill>,
  context: DraftContext,
): { identity: string; facts: string } {
  const first = position.fills[0] as ReadFill;
  const last = position.fills.at(-1) as ReadFill;
  const identity = factHash([
    position.status,
    context.platform,
    first.raw.account ?? context.rows.account,
    first.raw.symbol,
    position.side,
    formatScaled(position.quantity),
    ...[first, last].map(({ raw }) => raw.nativeId ?? fillFacts(raw)),
  ]);
  return { identity, facts: identity };
}

function priceMoney(position: PairedPosition<ReadFill>, pointValue: Scaled | null): Micros | null {
  if (pointValue === null) return null;
  const sign = position.side === 'long' ? 1n : -1n;
  const difference = position.legs.reduce(
    (total, leg) => total + leg.quantity * (leg.exitPrice - leg.entryPrice),
    0n,
  );
  // The sum is already price times quantity: one more unit of quantity keeps the scale.
  return moneyOf(sign * difference, 1n, pointValue);
}

/** Best and worst open result by the extremes that fills carry, at the whole quantity. */
function excursionsOf(
  position: PairedPosition<ReadFill>,
  entryPrice: Scaled,
): { maeMicros: Micros | null; mfeMicros: Micros | null } {
  const { pointValue } = (position.fills[0] as ReadFill).placed;
  const highs = extremes(position.fills.map(({ raw }) => raw.highDuring));
  const lows = extremes(position.fills.map(({ raw }) => raw.lowDuring));
  const [high, low] = [highs.at(-1), lows[0]];
  if (position.status === 'open' || pointValue === null || high === undefined || low === undefined)
    return { maeMicros: null, mfeMicros: null };
  const up = moneyOf(high > entryPrice ? high - entryPrice : 0n, position.quantity, pointValue);
  const down = moneyOf(entryPrice > low ? entryPrice - low : 0n, position.quantity, pointValue);
  return position.side === 'long' ? { maeMicros: down, mfeMicros: up } : { maeMicros: up, mfeMicros: down };
}

function extremes(texts: readonly (string | null)[]): Scaled[] {
  return texts
    .map((text) => (text === null ? null : scaledOf(text)))
    .filter((value) => value !== null)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function rawOf(fills: readonly ReadFill[]): string {
  let text = '';
  for (const { raw } of fills) {
    if (text.length >= MAX_RAW) break;
    text += text === '' || raw.raw === '' ? raw.raw : `\n${raw.raw}`;
  }
  return text.slice(0, MAX_RAW);
}

function rejectOrphan({ fill, quantity }: OrphanExit<ReadFill>): Rejection {
  const amount = formatScaled(quantity);
  return {
    line: fill.line,
    reason: `Closes ${amount} that were opened before this export: export from an earlier day to import this trade.`,
    text: fill.raw.raw.slice(0, 200),
  };
}

function orphanWarnings(withPnl: number, withoutPnl: number): string[] {
  return [
    ...(withPnl === 0
      ? []
      : [
          `${withPnl} exits close positions opened before this export: they are trades with P&L and without entry.`,
        ]),
    ...(withoutPnl === 0
      ? []
      : [`${withoutPnl} exits close positions opened before this export and are not imported.`]),
  ];
}
