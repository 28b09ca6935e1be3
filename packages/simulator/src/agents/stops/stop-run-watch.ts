/** Writes the truth about elected stops: every election, and the runs in which several went off in one direction. */
import { SECOND_NS, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { EventReport } from '#engine/event-report.ts';
import type { StopLevel, StopLevels } from './stop-levels.ts';

const TAG_LOOK = 0;
/** A run: at least three elections of one side within five seconds. It ends after two seconds without one. */
const RUN_STOPS = 3;
const RUN_WINDOW_NS = 5 * SECOND_NS;
const RUN_SILENCE_NS = 2 * SECOND_NS;
/** A reversal: the mid is back inside the first trigger by two ticks within this time and stays for the other. */
const OUTCOME_NS = 120 * SECOND_NS;
const STAY_NS = 30 * SECOND_NS;
const INSIDE_TICKS = 2;

interface Burst {
  readonly side: number;
  readonly firstNs: number;
  readonly levelTicks: number;
  readonly orderIds: string[];
  readonly timesNs: number[];
  lastNs: number;
  thirdNs: number;
  qty: number;
  lowTicks: number;
  highTicks: number;
  hunted: boolean;
  insideSinceNs: number;
  /** Elected stops by the level beyond which they had been placed. */
  readonly atLevel: Map<number, { readonly level: StopLevel; stops: number }>;
}

export interface StopRunWatchOptions {
  readonly owner: number;
  /** Whether a hunter pushed in the direction of these stops a moment ago. */
  readonly levels: StopLevels;
  readonly wasHunted: (side: number, timeNs: number) => boolean;
}

/** It trades nothing: an observer with access to the hidden stop book. */
export class StopRunWatch implements Agent {
  readonly #market: MarketAccess;
  readonly #options: StopRunWatchOptions;
  readonly #gathering = new Map<number, Burst>();
  readonly #settling: Burst[] = [];
  #elections = 0;
  #runs = 0;

  constructor(market: MarketAccess, options: StopRunWatchOptions) {
    this.#market = market;
    this.#options = options;
    market.wakeIn(options.owner, SECOND_NS, 0, TAG_LOOK);
  }

  wake(): void {
    this.#market.wakeIn(this.#options.owner, SECOND_NS, 0, TAG_LOOK);
    const now = this.#market.nowNs;
    for (const [side, burst] of this.#gathering)
      if (now - burst.lastNs > RUN_SILENCE_NS) this.#close(side, burst);
    for (let at = this.#settling.length - 1; at >= 0; at--)
      if (this.#settled(this.#settling[at]!)) this.#settling.splice(at, 1);
  }

  onMatch(report: EventReport): void {
    if (report.electedCount === 0) return;
    const side = report.electedSide[0]!;
    this.#labelElection(report, side);
    let burst = this.#gathering.get(side);
    if (burst === undefined) {
      burst = this.#begin(report, side);
      this.#gathering.set(side, burst);
    }
    for (let at = 0; at < report.electedCount; at++) this.#join(burst, report, at);
  }

  finish(): void {
    for (const [side, burst] of this.#gathering) this.#close(side, burst);
    for (const burst of this.#settling) this.#labelRun(burst, 'open');
    this.#settling.length = 0;
  }

  #begin(report: EventReport, side: number): Burst {
    const levelTicks = report.electedTriggerTicks[0]!;
    return {
      side,
      firstNs: report.timeNs,
      levelTicks,
      orderIds: [],
      timesNs: [],
      lastNs: report.timeNs,
      thirdNs: -1,
      qty: 0,
      lowTicks: levelTicks,
      highTicks: levelTicks,
      hunted: this.#options.wasHunted(side, report.timeNs),
      insideSinceNs: -1,
      atLevel: new Map(),
    };
  }

  #join(burst: Burst, report: EventReport, at: number): void {
    const trigger = report.electedTriggerTicks[at]!;
    burst.orderIds.push(String(report.electedId[at]));
    const level = this.#options.levels.of(report.electedId[at]!);
    if (level !== undefined) {
      const known = burst.atLevel.get(level.ticks);
      if (known === undefined) burst.atLevel.set(level.ticks, { level, stops: 1 });
      else known.stops++;
    }
    burst.timesNs.push(report.timeNs);
    burst.lastNs = report.timeNs;
    burst.qty += report.electedSize[at]!;
    burst.lowTicks = Math.min(burst.lowTicks, trigger, report.lastTradeTicks);
    burst.highTicks = Math.max(burst.highTicks, trigger, report.lastTradeTicks);
    const third = burst.timesNs[burst.timesNs.length - RUN_STOPS];
    if (burst.thirdNs < 0 && third !== undefined && report.timeNs - third <= RUN_WINDOW_NS)
      burst.thirdNs = report.timeNs;
  }

  #close(side: number, burst: Burst): void {
    this.#gathering.delete(side);
    if (burst.thirdNs >= 0) this.#settling.push(burst);
  }

  /** Watches where the price goes after a run; true once its label is written. */
  #settled(burst: Burst): boolean {
    const now = this.#market.nowNs;
    const mid = this.#market.midTicks();
    const inside = burst.side === SIDE_BID ? burst.levelTicks - mid : mid - burst.levelTicks;
    if (inside < INSIDE_TICKS) burst.insideSinceNs = -1;
    else if (burst.insideSinceNs < 0) burst.insideSinceNs = now;
    if (burst.insideSinceNs >= 0 && now - burst.insideSinceNs >= STAY_NS) {
      this.#labelRun(burst, 'reversal');
      this.#labelTrap(burst);
      return true;
    }
    if (burst.insideSinceNs < 0 && now - burst.lastNs > OUTCOME_NS) {
      this.#labelRun(burst, 'continuation');
      return true;
    }
    return false;
  }

  #labelElection(report: EventReport, side: number): void {
    const market = this.#market;
    const count = report.electedCount;
    const triggers = Array.from(report.electedTriggerTicks.subarray(0, count));
    const atNs = market.exchangeNs(report.timeNs);
    market.onLabel({
      id: `stop-election-${market.instrumentId}-${++this.#elections}`,
      type: 'stop_election',
      sub: count === 1 ? 'single' : 'several',
      side: side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: atNs,
      t1Ns: atNs,
      tEvidentNs: atNs,
      priceLowTicks: Math.min(...triggers),
      priceHighTicks: Math.max(...triggers),
      qty: report.electedSize.subarray(0, count).reduce((sum, size) => sum + size, 0),
      agentIds: ['stop-traders/0'],
      orderIds: Array.from(report.electedId.subarray(0, count), String),
      params: { stops: count },
      observability: 'exact',
      success: null,
    });
  }

  #labelRun(burst: Burst, outcome: 'reversal' | 'continuation' | 'open'): void {
    const market = this.#market;
    const driver = driverOf(burst);
    market.onLabel({
      id: `stop-run-${market.instrumentId}-${++this.#runs}`,
      type: 'stop_run',
      sub: burst.hunted ? 'hunted' : 'organic',
      side: burst.side === SIDE_BID ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(burst.firstNs),
      t1Ns: market.exchangeNs(burst.lastNs),
      tEvidentNs: market.exchangeNs(burst.thirdNs),
      priceLowTicks: burst.lowTicks,
      priceHighTicks: burst.highTicks,
      qty: burst.qty,
      agentIds: burst.hunted ? ['stop-traders/0', 'stop-hunter/0'] : ['stop-traders/0'],
      orderIds: burst.orderIds,
      params: {
        stops: burst.orderIds.length,
        levelTicks: driver?.level.ticks ?? burst.levelTicks,
        levelDriven: driver !== undefined,
        levelKind: driver?.level.kind ?? 'none',
        stopsAtLevel: driver?.stops ?? 0,
        outcome,
      },
      observability: 'exact',
      success: outcome === 'open' ? null : outcome === 'continuation',
    });
  }

  /**
   * Those whose stops went off beyond the level bought (sold) there and are under water: a trap that nobody planned.
   */
  #labelTrap(burst: Burst): void {
    const market = this.#market;
    const level = driverOf(burst)?.level;
    if (level === undefined || this.#options.levels.isPlanned(level.ticks)) return;
    const isBid = burst.side === SIDE_BID;
    const first = isBid ? level.ticks + 1 : level.ticks - 1;
    const furthest = isBid ? burst.highTicks : burst.lowTicks;
    market.onLabel({
      id: `stop-trap-${market.instrumentId}-${this.#runs}`,
      type: 'trap',
      sub: 'organic',
      side: isBid ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(burst.firstNs),
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: market.exchangeNs(burst.insideSinceNs),
      priceLowTicks: Math.min(first, furthest),
      priceHighTicks: Math.max(first, furthest),
      qty: burst.qty,
      agentIds: ['stop-traders/0'],
      orderIds: burst.orderIds,
      params: { levelTicks: level.ticks, stops: burst.orderIds.length },
      observability: 'weak',
      success: null,
    });
  }
}

/** The level beyond which most of a run's stops had been placed, if they alone make it a run. */
function driverOf({ atLevel }: Burst): { readonly level: StopLevel; readonly stops: number } | undefined {
  let driver: { readonly level: StopLevel; readonly stops: number } | undefined;
  for (const known of atLevel.values())
    if (known.stops >= RUN_STOPS && known.stops > (driver?.stops ?? 0)) driver = known;
  return driver;
}
