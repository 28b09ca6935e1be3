/** Everybody who trades beside the crowd, one line each. The place in the list is the agent's owner number. */
import { SECOND_NS } from '@undertow/market';
import { VolumeLaw } from '#agents/directional/volume-law.ts';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import { NativeIcebergs } from '#agents/passive/native-icebergs.ts';
import { StopHunter } from '#agents/stops/stop-hunter.ts';
import { StopLevels } from '#agents/stops/stop-levels.ts';
import { StopRunWatch } from '#agents/stops/stop-run-watch.ts';
import { StopTraders } from '#agents/stops/stop-traders.ts';
import type { AgentMaker, Known, RosterOptions } from './agent-maker.ts';
import { CROWD } from './crowd-roster.ts';
import { DIRECTIONAL } from './directional-roster.ts';
import { PASSIVE } from './passive-roster.ts';

/** Owner numbers before the first agent's: the crowd's withdrawals and the pace. */
export const FIRST_AGENT = 2;
/** A push this long before an election makes the run a hunted one, nanoseconds. */
const HUNT_MEMORY_NS = 10 * SECOND_NS;

const ROSTER: readonly AgentMaker[] = [
  // First, so that the current event is counted for everybody after it.
  (_market, _owner, _options, { gauge }) => gauge,
  (market, owner, { often, pinnedIcebergs }) =>
    new NativeIcebergs(market, { owner, perHour: often.nativeIcebergsPerHour, pinned: pinnedIcebergs }),
  (market, owner, { often }, { gauge, levels }) =>
    new StopTraders(market, {
      owner,
      singlesPerHour: often.singleStopsPerHour,
      clustersPerHour: often.stopClustersPerHour,
      gauge,
      levels,
    }),
  (market, owner, { often }, known) => {
    known.hunter = new StopHunter(market, { owner, perHour: often.huntsPerHour });
    return known.hunter;
  },
  (market, owner, _options, { hunter, levels }) =>
    new StopRunWatch(market, {
      owner,
      levels,
      wasHunted: (side, timeNs) =>
        hunter !== undefined && hunter.lastPushSide === side && timeNs - hunter.lastPushNs <= HUNT_MEMORY_NS,
    }),
  ...PASSIVE,
  ...DIRECTIONAL,
  ...CROWD,
];

/** The agents of a session in the order of their owner numbers, from `FIRST_AGENT` on. */
export function createAgents(market: MarketAccess, options: RosterOptions): readonly Agent[] {
  const known: Known = {
    gauge: new MarketGauge(market, FIRST_AGENT),
    law: new VolumeLaw(market.conditions),
    levels: new StopLevels(),
    hiders: new Set(),
    defenders: new Set(),
  };
  return ROSTER.map((make, index) => make(market, FIRST_AGENT + index, options, known));
}
