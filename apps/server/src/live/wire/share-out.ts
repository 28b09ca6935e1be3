/** Who is to run which instrument, and who is prepared to run it next: even by what instruments cost, and moved only for a gain. */

/** An instrument moves where the busier of two processes has this much less to do afterwards; to one that has nothing it moves for any gain. */
const MIN_GAIN = 0.2;
/** Where nothing was measured yet, every instrument costs the same. */
const UNKNOWN_COST = 1;

/** A process with the role market. */
export interface Owner {
  readonly id: string;
  readonly held: readonly number[];
  /** Instruments that it does not own and whose sessions it runs. */
  readonly prepared: readonly number[];
}

export interface Share {
  /** Null while there is no process. */
  readonly owner: string | null;
  /** Who is to be prepared; null where there is no second process. */
  readonly next: string | null;
}

/** Milliseconds a second of each instrument, as far as anybody measured it. */
export type Costs = ReadonlyMap<number, number>;

/** Which process is to own each instrument: those that are owned stay, but for at most one. */
export function shareOut(
  instrumentIds: readonly number[],
  owners: readonly Owner[],
  costs: Costs,
): ReadonlyMap<number, Share> {
  const sorted = owners.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const known = [...costs.values()];
  const usual = known.length === 0 ? UNKNOWN_COST : known.reduce((sum, cost) => sum + cost, 0) / known.length;
  const costOf = (id: number): number => Math.max(costs.get(id) ?? usual, Number.EPSILON);
  const dearestFirst = instrumentIds.toSorted((one, other) => costOf(other) - costOf(one) || one - other);
  const loads = new Map(sorted.map(({ id }) => [id, 0]));
  const owned = new Map<number, string>();
  const give = (instrumentId: number, id: string): void => {
    owned.set(instrumentId, id);
    loads.set(id, (loads.get(id) ?? 0) + costOf(instrumentId));
  };
  for (const id of dearestFirst) {
    const holder = sorted.find(({ held }) => held.includes(id));
    if (holder !== undefined) give(id, holder.id);
  }
  for (const id of dearestFirst) {
    if (owned.has(id)) continue;
    const prepared = sorted.find((owner) => owner.prepared.includes(id))?.id ?? leastOf(loads);
    if (prepared !== null) give(id, prepared);
  }
  const move = bestMove(owned, loads, costOf);
  if (move !== null) {
    loads.set(move.from, (loads.get(move.from) ?? 0) - costOf(move.id));
    give(move.id, move.to);
  }
  return new Map(
    dearestFirst.map((id) => {
      const owner = owned.get(id) ?? null;
      return [id, { owner, next: nextOf(id, owner, sorted, loads, costOf) }];
    }),
  );
}

/** The first of those with the least to do; null where there is none. */
function leastOf(loads: ReadonlyMap<string, number>): string | null {
  let least: string | null = null;
  for (const [id, load] of loads)
    if (least === null || load < (loads.get(least) ?? Number.POSITIVE_INFINITY)) least = id;
  return least;
}

interface Move {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** From the busiest process to the one with the least to do; null where that would gain too little. */
function bestMove(
  owned: ReadonlyMap<number, string>,
  loads: ReadonlyMap<string, number>,
  costOf: (id: number) => number,
): Move | null {
  const [from, most] = [...loads].reduce((top, one) => (one[1] > top[1] ? one : top), ['', 0]);
  const to = leastOf(loads);
  if (to === null || to === from) return null;
  const least = loads.get(to) ?? 0;
  let best: { readonly id: number; readonly busier: number } | null = null;
  for (const [id, owner] of owned) {
    if (owner !== from) continue;
    const cost = costOf(id);
    const busier = Math.max(most - cost, least + cost);
    // Of two that gain the same the cheaper one
    const isBetter =
      best === null || busier < best.busier || (busier === best.busier && cost < costOf(best.id));
    if (isBetter) best = { id, busier };
  }
  const isIdle = least === 0;
  const isWorthIt = best !== null && (isIdle ? best.busier < most : best.busier <= most * (1 - MIN_GAIN));
  return best !== null && isWorthIt ? { id: best.id, from, to } : null;
}

/** Whoever is prepared stays so; otherwise the one with the least to do, what it is prepared for included. */
function nextOf(
  id: number,
  owner: string | null,
  owners: readonly Owner[],
  loads: Map<string, number>,
  costOf: (id: number) => number,
): string | null {
  const others = owners.filter((one) => one.id !== owner);
  const free = new Map(others.map((one) => [one.id, loads.get(one.id) ?? 0]));
  const next = others.find(({ prepared }) => prepared.includes(id))?.id ?? leastOf(free);
  if (next !== null) loads.set(next, (loads.get(next) ?? 0) + costOf(id));
  return next;
}
