/** Trades of MetaTrader 4 that belong together by their comments: parts of one, and two that closed each other. */

import type { RawTrip } from '#model/raw-records.ts';
import { isZero, sumOf } from '#platforms/reader/money-text.ts';

interface Commented {
  readonly trip: RawTrip;
  readonly comment: string;
}

/**
 * Trips with their comment as notes; those that comments link share a position id, the first ticket of
 * the chain.
 */
export function linkTickets(commented: readonly Commented[]): RawTrip[] {
  const parent = new Map<string, string>();
  const rootOf = (ticket: string): string => {
    let root = ticket;
    for (let next = parent.get(root); next !== undefined; next = parent.get(root)) root = next;
    return root;
  };
  for (const { trip, comment } of commented) {
    for (const [, direction, other] of comment.matchAll(/\b(from|to) #(\d+)/g)) {
      if (trip.nativeId === null || other === undefined) continue;
      const [earlier, later] = direction === 'from' ? [other, trip.nativeId] : [trip.nativeId, other];
      const [first, second] = [rootOf(earlier), rootOf(later)];
      if (first !== second) parent.set(second, first);
    }
  }
  const linked = new Set([...parent.keys(), ...parent.values()]);
  return commented.map(({ trip, comment }) => ({
    ...trip,
    positionId: trip.nativeId !== null && linked.has(trip.nativeId) ? rootOf(trip.nativeId) : null,
    notes: comment === '' ? null : comment,
  }));
}

/** Comment of the trade of 0 lots that is left when two trades of opposite sides close each other. */
const CLOSED_AGAINST = /close hedge by #(\d+)/i;

/**
 * Money of the trades of 0 lots added to the trades that they were closed against; without those they are kept and
 * refused.
 */
export function foldClosedAgainst<C extends Commented>(commented: readonly C[]): C[] {
  const money = new Map<string, RawTrip[]>();
  const tickets = new Set(commented.map(({ trip }) => trip.nativeId));
  const kept = commented.filter(({ trip, comment }) => {
    const other = isZero(trip.quantity) ? CLOSED_AGAINST.exec(comment)?.[1] : undefined;
    if (other === undefined || !tickets.has(other)) return true;
    money.set(other, [...(money.get(other) ?? []), trip]);
    return false;
  });
  return kept.map((one) => {
    const parts = money.get(one.trip.nativeId ?? '');
    return parts === undefined ? one : { ...one, trip: withMoneyOf(one.trip, parts) };
  });
}

function withMoneyOf(trip: RawTrip, parts: readonly RawTrip[]): RawTrip {
  const add = (field: 'pnl' | 'commission' | 'fees' | 'swap') =>
    sumOf([trip[field], ...parts.map((part) => part[field])]);
  return { ...trip, pnl: add('pnl'), commission: add('commission'), fees: add('fees'), swap: add('swap') };
}
