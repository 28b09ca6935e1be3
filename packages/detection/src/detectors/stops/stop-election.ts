/** The stops that one match event elected: read from its rounds, an exact fact. */
import { CHANGE_ADD, compareOrderIds, joinNs, type MatchEvent, ROUND_STOP, SIDE_BID } from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { orderNumber } from '#orders/order-number.ts';
import type { StopElection } from '#view/detector.ts';

/** The stops that one match event elected in one direction. */
export interface Election {
  readonly timeNs: bigint;
  readonly timeMs: number;
  /** Those that found nothing to trade against and rest are elected too. */
  readonly stops: number;
  /** Contracts that traded. */
  readonly contracts: number;
  /** Contracts of all aggressors of the event in the same direction, the initiator included. */
  readonly sameSideContracts: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  /** Price of the first elected stop. */
  readonly firstTicks: number;
  /** Last trade before the match event; `NO_PRICE` before the first. */
  readonly beforeTicks: number;
  /** Levels that the rounds of the event swept, at most. */
  readonly levelsSwept: number;
  /** Ids of the stops, where the feed has them: the exchange gave them when the stops were placed. */
  readonly orders: readonly number[];
  readonly degraded: boolean;
}

/** What was counted of the stops of one event, in place. */
class Counted {
  stops = 0;
  contracts = 0;
  firstTicks = 0;
  lowTicks = 0;
  highTicks = 0;
  readonly orders: number[] = [];

  add(priceTicks: number, contracts: number, order: number): void {
    if (order > 0) this.orders.push(order);
    if (this.stops === 0) this.firstTicks = priceTicks;
    this.lowTicks = this.stops === 0 ? priceTicks : Math.min(this.lowTicks, priceTicks);
    this.highTicks = this.stops === 0 ? priceTicks : Math.max(this.highTicks, priceTicks);
    this.stops += 1;
    this.contracts += contracts;
  }

  clear(): void {
    this.stops = 0;
    this.contracts = 0;
    this.orders.length = 0;
  }
}

/** Reused: most events elect nothing. */
const counted = new Counted();

/** The stops that a match event elected in one direction, or null. Stops of low certainty do not count. */
export function electionOf(event: MatchEvent, side: number, beforeTicks: number): Election | null {
  const { rounds, changes } = event;
  counted.clear();
  let sameSideContracts = 0;
  let levelsSwept = 0;
  for (let round = 0; round < rounds.count; round += 1) {
    if (rounds.side[round] !== side) continue;
    sameSideContracts += rounds.size[round]!;
    levelsSwept = Math.max(levelsSwept, rounds.levels[round]!);
    if (rounds.kind[round] !== ROUND_STOP || rounds.uncertain[round] === 1) continue;
    const order = orderNumber(rounds.orderHi[round]!, rounds.orderLo[round]!);
    counted.add(rounds.priceTicks[round]!, rounds.size[round]!, order);
  }
  for (let change = 0; change < changes.count; change += 1) {
    if (changes.side[change] !== side || !isRestedStop(event, change)) continue;
    const order = orderNumber(changes.orderHi[change]!, changes.orderLo[change]!);
    counted.add(changes.priceAfterTicks[change]!, 0, order);
  }
  if (counted.stops === 0) return null;
  const { stops, contracts, firstTicks, lowTicks, highTicks } = counted;
  return {
    timeNs: joinNs(event.timeHi, event.timeLo),
    timeMs: event.timeMs,
    stops,
    contracts,
    sameSideContracts,
    lowTicks,
    highTicks,
    firstTicks,
    beforeTicks,
    levelsSwept,
    orders: [...counted.orders],
    degraded: event.degraded,
  };
}

/**
 * Whether a change is a stop-limit that was elected and rests without a trade: a stop has its id from its entry, so it
 * is added inside the event under an id older than the initiator's, and in no round. Seen only where the feed has
 * orders.
 */
function isRestedStop({ rounds, changes }: MatchEvent, change: number): boolean {
  if (changes.kind[change] !== CHANGE_ADD) return false;
  const hi = changes.orderHi[change]!;
  const lo = changes.orderLo[change]!;
  const initiatorHi = rounds.orderHi[0]!;
  const initiatorLo = rounds.orderLo[0]!;
  if ((initiatorHi | initiatorLo) === 0 || compareOrderIds(hi, lo, initiatorHi, initiatorLo) >= 0)
    return false;
  for (let round = 1; round < rounds.count; round += 1) {
    if (rounds.orderHi[round] === hi && rounds.orderLo[round] === lo) return false;
  }
  return true;
}

/** Whether an event that traded may hold elections: a second round, or an order that began to rest in it. */
export function mayElect({ rounds, changes }: MatchEvent): boolean {
  if (rounds.count > 1) return true;
  for (let change = 0; change < changes.count; change += 1)
    if (changes.kind[change] === CHANGE_ADD) return true;
  return false;
}

/** The election as the pipeline emits it. */
export function stopElection(election: Election, side: number, instrumentId: number): StopElection {
  const word = side === SIDE_BID ? 'bid' : 'ask';
  const { timeNs, stops, contracts, firstTicks, lowTicks, highTicks } = election;
  const where = { instrumentId, side: word, priceTicks: firstTicks };
  const id = eventId({ detector: 'stop_election', ...where, startNs: timeNs, key: '' });
  return { id, side: word, timeNs, stops, contracts, firstTicks, lowTicks, highTicks };
}
