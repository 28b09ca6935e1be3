/**
 * What an import changes: which of its trades the journal has, and which stored ones its trades complete or replace.
 */
import type { ImportedTrade } from '#model/import-model.ts';
import { openPositions } from './open-positions.ts';
import { unpackFills } from './packed-fills.ts';
import { sameTrades } from './same-trades.ts';
import { LotPool, lotsOf, MIN_QUANTITY, type TradeFacts } from './trade-lots.ts';

/** A trade of the journal, with the facts that an import is compared with. */
export interface StoredTradeFacts extends TradeFacts {
  readonly key: string;
  readonly platform: string;
  readonly status: 'open' | 'closed';
  readonly book: string | null;
  readonly fills: string | null;
}

type Incoming = StoredTradeFacts & Pick<ImportedTrade, 'line'>;

export interface Reconciled {
  /** Incoming trades that the journal has, by index. */
  readonly leftOut: ReadonlySet<number>;
  /** Replaced stored trades, by index, each with the incoming trade that replaces it; null for none. */
  readonly replaced: ReadonlyMap<number, number | null>;
}

/**
 * Compares the trades of an import with those of the journal. A stored trade is replaced when an incoming one contains
 * it: the same native id with more closed, the same executions paired again, the same entries and exits among more of
 * them, or a better source of the same contracts. Everything else that comes twice is left out. `books` are those whose
 * stored executions were paired together with the file's. Each stored contract matches one incoming one, so twins are
 * kept.
 */
export function reconcileTrades(
  existing: readonly StoredTradeFacts[],
  incoming: readonly Incoming[],
  books: readonly string[],
): Reconciled {
  const work = new Reconciling(existing, incoming);
  work.matchKeys();
  work.replaceRepaired(new Set(books));
  work.matchLots();
  work.replaceContained();
  work.matchOpen();
  return { leftOut: work.leftOut, replaced: work.replaced };
}

class Reconciling {
  readonly leftOut = new Set<number>();
  readonly replaced = new Map<number, number | null>();
  /** Stored trades that an incoming one repeats. */
  readonly #repeated = new Set<number>();
  readonly #existing: readonly StoredTradeFacts[];
  readonly #incoming: readonly Incoming[];

  constructor(existing: readonly StoredTradeFacts[], incoming: readonly Incoming[]) {
    this.#existing = existing;
    this.#incoming = incoming;
  }

  matchKeys(): void {
    const byKey = new Map(this.#existing.map(({ key }, index) => [key, index]));
    this.#incoming.forEach((trade, index) => {
      const stored = byKey.get(trade.key);
      if (stored === undefined) return;
      if (isGrown(this.#existing[stored] as StoredTradeFacts, trade)) this.replaced.set(stored, index);
      else {
        this.leftOut.add(index);
        this.#repeated.add(stored);
      }
    });
  }

  /** Executions that were paired again: a stored trade that did not come out of it again is part of another one now. */
  replaceRepaired(books: ReadonlySet<string>): void {
    const stale = this.#storedLeft().filter((index) => books.has(this.#stored(index).book ?? ''));
    if (stale.length === 0) return;
    const owners = new Map<string, number>();
    for (const index of this.#incomingLeft())
      for (const name of fillNamesOf(this.#incomingAt(index))) if (!owners.has(name)) owners.set(name, index);
    for (const index of stale) {
      const heir = fillNamesOf(this.#stored(index)).map((name) => owners.get(name));
      this.replaced.set(index, heir.find((each) => each !== undefined) ?? null);
    }
  }

  matchLots(): void {
    const [stored, left] = [this.#storedLeft(), this.#incomingLeft()];
    const found = sameTrades(
      stored.map((index) => this.#stored(index)),
      left.map((index) => this.#incomingAt(index)),
    ).map((each) => ({
      keep: each.keep,
      incoming: left[each.incoming]!,
      existing: each.existing.map((place) => stored[place]!),
    }));
    const better = this.#betterSourced(found);
    for (const { incoming, existing } of found) {
      if (existing.every((index) => better.has(index)))
        for (const index of existing) this.#replaceOnce(index, incoming);
      else {
        this.leftOut.add(incoming);
        for (const index of existing) this.#repeated.add(index);
      }
    }
  }

  /** Stored trades inside an incoming one that covers more: parts of a position that is whole now. */
  replaceContained(): void {
    const left = this.#incomingLeft();
    const pool = new LotPool(left.map((index) => this.#incomingAt(index)));
    for (const index of this.#storedLeft()) {
      const found = this.#stored(index).exitMs === null ? null : pool.take(lotsOf(this.#stored(index)));
      const heir = found?.[0] ?? null;
      if (heir !== null) this.#replaceOnce(index, left[heir]!);
    }
    this.#matchAveraged();
  }

  matchOpen(): void {
    const { superseded, repeated } = openPositions({
      existing: this.#existing,
      incoming: this.#incoming,
      leftOut: this.leftOut,
      replaced: this.replaced,
      repeated: this.#repeated,
    });
    for (const [index, heir] of superseded) this.#replaceOnce(index, heir);
    for (const index of repeated) this.leftOut.add(index);
  }

  /**
   * TradingView sums the exits of a trade in one row without an id: more of it, by the same entry, is the same trade.
   */
  #matchAveraged(): void {
    const left = this.#incomingLeft().filter((index) => isAveraged(this.#incomingAt(index)));
    for (const index of this.#storedLeft().filter((each) => isAveraged(this.#stored(each)))) {
      const stored = this.#stored(index);
      const grown = left.find((each) => isPartOf(stored, this.#incomingAt(each)));
      if (grown !== undefined) this.#replaceOnce(index, grown);
      for (const each of left) if (isPartOf(this.#incomingAt(each), stored)) this.leftOut.add(each);
    }
  }

  /**
   * Stored trades that a better source may replace: only where everything that depends on each of them has a better
   * source, and that source covers all of it.
   */
  #betterSourced(
    found: readonly { keep: 'existing' | 'incoming'; incoming: number; existing: readonly number[] }[],
  ): ReadonlySet<number> {
    const groups = groupsOf(found);
    const better = new Set<number>();
    for (const group of groups) {
      const stored = new Set(group.flatMap(({ existing }) => existing));
      const [before, now] = [
        [...stored].reduce((sum, index) => sum + Number(this.#stored(index).quantity), 0),
        group.reduce((sum, { incoming }) => sum + Number(this.#incomingAt(incoming).quantity), 0),
      ];
      if (group.every(({ keep }) => keep === 'incoming') && Math.abs(before - now) <= MIN_QUANTITY)
        for (const index of stored) better.add(index);
    }
    return better;
  }

  #replaceOnce(stored: number, incoming: number): void {
    if (!this.replaced.has(stored)) this.replaced.set(stored, incoming);
  }

  #storedLeft(): number[] {
    return [...this.#existing.keys()].filter(
      (index) => !this.#repeated.has(index) && !this.replaced.has(index),
    );
  }

  #incomingLeft(): number[] {
    return [...this.#incoming.keys()].filter((index) => !this.leftOut.has(index));
  }

  #stored(index: number): StoredTradeFacts {
    return this.#existing[index] as StoredTradeFacts;
  }

  #incomingAt(index: number): Incoming {
    return this.#incoming[index] as Incoming;
  }
}

/** The same native id with more behind it: closed where it was open, or more contracts closed. */
function isGrown(stored: StoredTradeFacts, incoming: StoredTradeFacts): boolean {
  if (stored.status !== incoming.status) return incoming.status === 'closed';
  return incoming.status === 'closed' && Number(incoming.quantity) > Number(stored.quantity) + MIN_QUANTITY;
}

const isAveraged = ({ platform, status, fills, entryMs }: StoredTradeFacts): boolean =>
  platform === 'tradingview' && status === 'closed' && fills === null && entryMs !== null;

function isPartOf(part: StoredTradeFacts, whole: StoredTradeFacts): boolean {
  return (
    (['account', 'root', 'side', 'entryMs', 'entryPrice'] as const).every(
      (name) => part[name] === whole[name],
    ) &&
    Number(part.quantity) < Number(whole.quantity) &&
    (part.exitMs ?? 0) <= (whole.exitMs ?? 0)
  );
}

function fillNamesOf({ book, fills }: StoredTradeFacts): string[] {
  if (fills === null) return [];
  return unpackFills(fills).map(
    ({ raw, timeMs, twin }) =>
      `${book} ${raw.nativeId ?? ''} ${timeMs} ${raw.action} ${Number(raw.price)} ${twin}`,
  );
}

/** Findings that share a stored trade, directly or over others. */
function groupsOf<F extends { readonly existing: readonly number[] }>(found: readonly F[]): F[][] {
  const groups = new Map<number, F[]>();
  for (const each of found) {
    const joined = new Set(
      each.existing.map((index) => groups.get(index)).filter((group) => group !== undefined),
    );
    const merged = [...[...joined].flat(), each];
    for (const one of merged) for (const index of one.existing) groups.set(index, merged);
  }
  return [...new Set(groups.values())];
}
