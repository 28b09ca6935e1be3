/**
 * Stop runs: bursts of elected stop orders, beyond a level where there is one. Elected stops are exact on feeds that
 * number the rounds of a match event; a run is a burst of them that is improbable at this time of day, or that a level
 * drove more likely than not.
 *
 * Stops that brokers or traders hold themselves arrive as fresh orders and are invisible here. Reference: detection,
 * section 8.
 */
import { EVENT_TYPES, type MatchEvent, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { type RankState, SizeRank } from '#evidence/significance.ts';
import { IdPace } from '#orders/id-pace.ts';
import { orderNumber } from '#orders/order-number.ts';
import { CountBaseline, type CountState } from '#statistics/count-baseline.ts';
import { negativeBinomialTail } from '#statistics/negative-binomial.ts';
import { SlidingSum } from '#statistics/sliding-sum.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { STOP_RUN_INFERRED, StopBurstDetector } from './stop-burst.ts';
import { type Election, electionOf, mayElect, stopElection } from './stop-election.ts';
import { type OpenedOn, type RunForecast, type RunOutcome, StopEpisode } from './stop-episode.ts';
import { stopRunEvent, stopRunId } from './stop-event.ts';
import { breachedLevel } from './stop-levels.ts';
import { forecastOf, STOP_RUN_LEVEL, STOP_RUN_REVERSAL } from './stop-models.ts';
import { outcomeOf } from './stop-outcome.ts';

const WINDOW_MS = 5000;
const NEEDED_STOPS = 3;
/** Contracts of the window in 95 % quantiles of trade size. */
const SIZE_QUANTILE = 0.95;
const SIZE_MULTIPLE = 3;
const NEEDED_PROBABILITY = 1e-3;
/** A run is over when no stop came for this long; a stop within `WINDOW_MS` and two ticks continues it. */
const QUIET_MS = 2000;
const NEAR_TICKS = 2;
const MAX_RECENT = 64;

/** What is known of one direction: stops of the last seconds that belong to no run yet. */
class Direction {
  readonly side: number;
  readonly stops = new SlidingSum(WINDOW_MS);
  readonly contracts = new SlidingSum(WINDOW_MS);
  recent: Election[] = [];
  /** Stops since the last full window of the baseline. */
  inWindow = 0;

  constructor(side: number) {
    this.side = side;
  }

  note(election: Election): void {
    this.stops.add(election.timeMs, election.stops);
    this.contracts.add(election.timeMs, election.contracts);
    this.inWindow += election.stops;
    this.recent = this.recent.filter(({ timeMs }) => timeMs > election.timeMs - WINDOW_MS).slice(-MAX_RECENT);
    this.recent.push(election);
  }

  /** They are those of a run: the next one begins with later stops. */
  take(): void {
    this.stops.clear();
    this.contracts.clear();
    this.recent = [];
  }

  clear(): void {
    this.take();
    this.inWindow = 0;
  }
}

/** What is usual of stops, as plain data; runs that are under way are not in it. */
interface StopMemory {
  readonly baseline: CountState;
  readonly sizes: RankState;
  readonly windowEndMs: number;
  readonly lastSinceOpenMs: number;
}

class StopRunDetector implements Detector<StopMemory> {
  readonly #context: DetectorContext;
  readonly #directions = [new Direction(SIDE_BID), new Direction(SIDE_ASK)] as const;
  readonly #baseline = new CountBaseline();
  readonly #sizes = new SizeRank();
  readonly #pace = new IdPace();
  /** Runs without an outcome, oldest first. */
  #runs: StopEpisode[] = [];
  #windowEndMs = Number.NaN;
  #lastSinceOpenMs = Number.NEGATIVE_INFINITY;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { rounds, timeMs } = event;
    if (rounds.count === 0) return;
    this.#pace.note(orderNumber(rounds.orderHi[0]!, rounds.orderLo[0]!), timeMs);
    if (this.#runs.length > 0) this.#followTrades(event);
    if (!mayElect(event)) return;
    for (const direction of this.#directions) {
      const election = electionOf(event, direction.side, view.lastTicks);
      if (election) this.#noteElection(direction, election, view);
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    this.#turnWindow(timeMs, view);
    for (const run of this.#runs) this.#followOutcome(run, timeMs, view);
    if (this.#runs.length > 0) this.#runs = this.#runs.filter(isUnsettled);
  }

  onDiscontinuity(): void {
    for (const run of this.#runs) this.#settle(run, 'interrupted', run.lastMs);
    this.#runs = [];
    for (const direction of this.#directions) direction.clear();
    this.#pace.clear();
    this.#windowEndMs = Number.NaN;
  }

  save(): StopMemory {
    const windowEndMs = this.#windowEndMs;
    const lastSinceOpenMs = this.#lastSinceOpenMs;
    const baseline = this.#baseline.save(lastSinceOpenMs);
    return { windowEndMs, lastSinceOpenMs, baseline, sizes: this.#sizes.save() };
  }

  restore(memory: StopMemory): void {
    this.#windowEndMs = memory.windowEndMs;
    this.#lastSinceOpenMs = memory.lastSinceOpenMs;
    this.#baseline.restore(memory.baseline);
    this.#sizes.restore(memory.sizes);
  }

  #noteElection(direction: Direction, election: Election, view: MarketView): void {
    const { counters } = this.#context;
    counters.electedStops += election.stops;
    counters.stopEvents += 1;
    counters.stopContracts += election.contracts;
    direction.note(election);
    this.#emitElection(direction.side, election, view);
    const run = this.#runs.findLast((one) => one.side === direction.side);
    if (run && goesOn(run, election)) {
      // While it runs, `followTrades` has counted this event already.
      if (run.outcome !== 'running') run.sameSideContracts += election.sameSideContracts;
      run.add(election);
      direction.take();
      run.outcome = 'running';
      this.#forecast(run, election.timeMs);
      this.#emit(run, 'update');
      return;
    }
    const openedOn = this.#burstOf(direction, election.timeMs, view);
    if (openedOn) this.#open(direction, election, openedOn, view);
  }

  #emitElection(side: number, election: Election, { instrument }: MarketView): void {
    const { onElection } = this.#context;
    if (onElection === undefined) return;
    onElection(stopElection(election, side, instrument.id));
  }

  /** What a burst that may be a run rests on at the instant of an election; null where there are too few stops. */
  #burstOf(direction: Direction, timeMs: number, view: MarketView): OpenedOn | null {
    const stops = direction.stops.sum(timeMs);
    const contracts = direction.contracts.sum(timeMs);
    const neededContracts = SIZE_MULTIPLE * view.tradeSizeQuantile(SIZE_QUANTILE);
    if (stops < NEEDED_STOPS && contracts < neededContracts) return null;
    const { mean, variance, warm } = this.#baseline.moments(view.sinceOpenMs);
    const tailProbability = negativeBinomialTail(stops, mean, variance);
    const against = direction.side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    return {
      stops,
      neededStops: NEEDED_STOPS,
      contracts,
      neededContracts,
      tailProbability,
      neededProbability: NEEDED_PROBABILITY,
      baselineWarm: warm,
      thinning: view.depth(against, 5) / Math.max(1, view.medianDepth(against, 5)),
      sigma1Ticks: view.sigma1Ticks,
    };
  }

  #open(direction: Direction, election: Election, openedOn: OpenedOn, view: MarketView): void {
    const first = direction.recent[0] ?? election;
    const before = first.beforeTicks === NO_PRICE ? first.firstTicks : first.beforeTicks;
    const level = breachedLevel(view, direction.side, before, first.firstTicks, first.timeMs);
    const run = new StopEpisode(first, direction.side, level, openedOn, election.timeNs);
    for (const one of direction.recent) {
      run.add(one);
      run.sameSideContracts += one.sameSideContracts;
    }
    const { levelDriven } = this.#forecast(run, election.timeMs);
    const isImprobable = openedOn.tailProbability < openedOn.neededProbability;
    if (!isImprobable && !isRaised(levelDriven)) return;
    this.#runs.push(run);
    direction.take();
    this.#emit(run, 'new');
    this.#sizes.remember(run.contracts);
  }

  /** Range and volume of a run grow with every aggressor in its direction, not only with stops. */
  #followTrades(event: MatchEvent): void {
    const { rounds } = event;
    for (const run of this.#runs) {
      if (run.outcome !== 'running') continue;
      for (let round = 0; round < rounds.count; round += 1) {
        if (rounds.side[round] !== run.side) continue;
        const priceTicks = rounds.priceTicks[round]!;
        run.reach(priceTicks, priceTicks);
        run.sameSideContracts += rounds.size[round]!;
      }
    }
  }

  #turnWindow(timeMs: number, view: MarketView): void {
    if (timeMs < this.#windowEndMs) return;
    const { sinceOpenMs } = view;
    if (sinceOpenMs < this.#lastSinceOpenMs) this.#baseline.endSession();
    this.#lastSinceOpenMs = sinceOpenMs;
    for (const direction of this.#directions) {
      // The first window after a hole began somewhere inside it: its count is not one of five seconds.
      if (!Number.isNaN(this.#windowEndMs))
        this.#baseline.addWindow(sinceOpenMs, ordinary(direction.inWindow));
      direction.inWindow = 0;
    }
    this.#windowEndMs = (Math.floor(timeMs / WINDOW_MS) + 1) * WINDOW_MS;
  }

  #followOutcome(run: StopEpisode, timeMs: number, view: MarketView): void {
    if (run.outcome === 'running' && timeMs >= run.lastMs + QUIET_MS) {
      run.outcome = 'pending';
      this.#forecast(run, timeMs);
      this.#emit(run, 'update');
    }
    const outcome = outcomeOf(run, timeMs, view);
    if (outcome !== null) {
      this.#settle(run, outcome, timeMs);
    } else if (!run.expired && timeMs >= run.lastMs + EVENT_TYPES.stop_run.windowMs) {
      run.expired = true;
      this.#emit(run, 'update');
    }
  }

  #settle(run: StopEpisode, outcome: RunOutcome, timeMs: number): void {
    run.outcome = outcome;
    run.outcomeMs = outcome === 'interrupted' ? null : timeMs;
    const { judge, view } = this.#context;
    const reversed = outcome === 'interrupted' ? null : outcome === 'reversal';
    judge.resolve(STOP_RUN_REVERSAL, stopRunId(run, view), reversed, timeMs);
    this.#emit(run, 'update');
  }

  #forecast(run: StopEpisode, timeMs: number): RunForecast {
    const key = stopRunId(run, this.#context.view);
    run.forecast = forecastOf(this.#context, run, key, timeMs, this.#pace.perSecond);
    return run.forecast;
  }

  #emit(run: StopEpisode, change: 'new' | 'update'): void {
    const { view, emit } = this.#context;
    emit(stopRunEvent(run, view, this.#sizes.percentile(run.contracts)), change);
  }
}

/** Windows with enough stops for a run count as the most without: runs must not become what is usual by themselves. */
function ordinary(stops: number): number {
  return Math.min(stops, NEEDED_STOPS - 1);
}

function isUnsettled(run: StopEpisode): boolean {
  return run.outcome === 'running' || run.outcome === 'pending';
}

function goesOn(run: StopEpisode, { timeMs, lowTicks, highTicks }: Election): boolean {
  if (run.outcome === 'running') return true;
  const near = lowTicks <= run.highTicks + NEAR_TICKS && highTicks >= run.lowTicks - NEAR_TICKS;
  return near && timeMs < run.lastMs + WINDOW_MS;
}

/**
 * Elections are exact where the feed numbers the rounds of a match event; elsewhere bursts are recognised by their
 * shape.
 */
export const STOP_RUN: DetectorEntry = {
  type: 'stop_run',
  sub: null,
  models: [STOP_RUN_LEVEL, STOP_RUN_REVERSAL, STOP_RUN_INFERRED],
  receives: ['trades'],
  availability: () => ({ available: true }),
  create: (context) =>
    context.view.tier === 'L3' || context.view.tier === 'L2S'
      ? new StopRunDetector(context)
      : new StopBurstDetector(context),
};
