/** The stops that one match event elected: read from its rounds, told as an exact fact. */
import { joinNs, type MatchEvent, ROUND_STOP, SIDE_BID } from '@undertow/market';
import type { StopElection } from '#detector.ts';
import { eventId } from '#primitives/event-id.ts';

/** The stops that one match event elected in one direction. */
export interface Election {
  readonly timeNs: bigint;
  readonly timeMs: number;
  readonly stops: number;
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
  readonly degraded: boolean;
}

/** The stops that a match event elected in one direction, or null. Stops of low certainty do not count. */
export function electionOf(event: MatchEvent, side: number, beforeTicks: number): Election | null {
  const { rounds } = event;
  let stops = 0;
  let contracts = 0;
  let sameSideContracts = 0;
  let lowTicks = 0;
  let highTicks = 0;
  let firstTicks = 0;
  let levelsSwept = 0;
  for (let round = 0; round < rounds.count; round += 1) {
    if (rounds.side[round] !== side) continue;
    sameSideContracts += rounds.size[round] as number;
    levelsSwept = Math.max(levelsSwept, rounds.levels[round] as number);
    if (rounds.kind[round] !== ROUND_STOP || rounds.uncertain[round] === 1) continue;
    const priceTicks = rounds.priceTicks[round] as number;
    if (stops === 0) firstTicks = priceTicks;
    lowTicks = stops === 0 ? priceTicks : Math.min(lowTicks, priceTicks);
    highTicks = stops === 0 ? priceTicks : Math.max(highTicks, priceTicks);
    stops += 1;
    contracts += rounds.size[round] as number;
  }
  if (stops === 0) return null;
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
    degraded: event.degraded,
  };
}

/** The election as the pipeline tells it. */
export function stopElection(election: Election, side: number, instrumentId: number): StopElection {
  const word = side === SIDE_BID ? 'bid' : 'ask';
  const { timeNs, stops, contracts, firstTicks, lowTicks, highTicks } = election;
  const where = { instrumentId, side: word, priceTicks: firstTicks };
  const id = eventId({ detector: 'stop_election', ...where, startNs: timeNs, key: '' });
  return { id, side: word, timeNs, stops, contracts, firstTicks, lowTicks, highTicks };
}
