/**
 * The protective stop that was placed with an entry: legs of a bracket are orders of the other side, placed when the
 * entry was filled.
 */

import type { RawFill } from '#model/raw-records.ts';
import { dayNumber } from '#platforms/reader/compare-file-times.ts';
import type { FileTime } from '#time/file-time.ts';

export interface PlacedStop {
  readonly account: string | null;
  readonly symbol: string;
  readonly action: 'buy' | 'sell';
  readonly price: string;
  readonly placed: FileTime;
}

/** Legs are in the file at the second of the fill or within this many seconds of it. */
const NEAR_SECONDS = 2;

/**
 * Fills with the stop of their bracket, where one is on their losing side; the nearest to the entry when several do.
 */
export function withBracketStops(fills: readonly RawFill[], stops: readonly PlacedStop[]): RawFill[] {
  const bySecond = new Map<string, PlacedStop[]>();
  for (const stop of stops) {
    const key = keyOf(stop.account, stop.symbol, stop.action, secondOf(stop.placed));
    const known = bySecond.get(key);
    if (known === undefined) bySecond.set(key, [stop]);
    else known.push(stop);
  }
  return stops.length === 0 ? [...fills] : fills.map((fill) => withStop(fill, bySecond));
}

function withStop(fill: RawFill, bySecond: ReadonlyMap<string, readonly PlacedStop[]>): RawFill {
  const other = fill.action === 'buy' ? 'sell' : 'buy';
  const second = secondOf(fill.time);
  let nearest: string | null = null;
  for (let at = second - NEAR_SECONDS; at <= second + NEAR_SECONDS; at += 1) {
    for (const { price } of bySecond.get(keyOf(fill.account, fill.symbol, other, at)) ?? []) {
      const distance = lossAt(price, fill);
      if (distance > 0 && (nearest === null || distance < lossAt(nearest, fill))) nearest = price;
    }
  }
  return nearest === null ? fill : { ...fill, plannedStop: nearest };
}

/** Points lost at the stop; below zero on the winning side. */
function lossAt(stop: string, { action, price }: RawFill): number {
  const distance = Number(price) - Number(stop);
  return action === 'buy' ? distance : -distance;
}

function secondOf(time: FileTime): number {
  return ((dayNumber(time) * 24 + time.hour) * 60 + time.minute) * 60 + time.second;
}

const keyOf = (account: string | null, symbol: string, action: string, second: number): string =>
  [account, symbol, action, second].join('|');
