/**
 * Institutional activity: a large order worked in pieces (metaorder). Nobody's identity is in the data, only that one side
 * goes on with a programme of institution size. Streams of evidence are weighed one by one, opened and closed as a
 * sequential test (Wald 1945), and judged together. Reference: detection, section 11.2.
 */

import { type MatchEvent, NO_PRICE, ROUND_AUCTION, ROUND_STOP, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Detector, DetectorContext, DetectorEntry } from '#detector.ts';
import { EMIT_CONFIDENCE } from '#learning/judge.ts';
import type { MarketView } from '#market-view.ts';
import { eventId } from '#primitives/event-id.ts';
import { SizeRank } from '#primitives/significance.ts';
import { bookSide } from '#primitives/wording.ts';
import { ClipSizes } from './institutional-clips.ts';
import { SignFlow } from './institutional-flow.ts';
import { PassiveFlow } from './institutional-passive.ts';
import { Programme, type ProgrammeStreams, programmePattern } from './institutional-programme.ts';
import { bounded, fullness, INSTITUTIONAL, likelihood, Participation } from './institutional-weights.ts';

const SECOND_MS = 1000;
const STEP_MS = 10_000;
const MINUTE_STEPS = 6;
/** A sequential test: from here on a candidate is open; it closes below nothing. */
const OPEN_AT = 2;
const MOST_EVIDENCE = 8;
const LEAST_EVIDENCE = -1;
const SILENCE_MS = 120_000;
const TELL_MS = 30_000;
const TELL_CHANGE = 0.05;
const LARGE_QUANTILE = 0.995;
/** Few large orders, not a programme of clips: they must say this much more than anything else. */
const LARGE_LEADS = 1.5;
/** Fading sums of large aggressors over five minutes. */
const LARGE_KEEP = Math.exp(-1 / 300);
/** Drift of the mid is read over three minutes. */
const DRIFT_STEPS = 18;
/** Deviations that a logarithm of like hidden orders, and of the links of a chain, stands for. */
const KIN_DEVIATIONS = 3;
const CHAIN_DEVIATIONS = 2;
const NS_PER_MS = 1_000_000n;

class InstitutionalDetector implements Detector {
  private readonly context: DetectorContext;
  private readonly programmes = [new Programme(SIDE_BID, 1), new Programme(SIDE_ASK, -1)] as const;
  private readonly clips = [new ClipSizes(), new ClipSizes()] as const;
  private readonly flow = new SignFlow();
  private readonly passive = new PassiveFlow();
  private readonly large = new Float64Array(2);
  private readonly sizes = new SizeRank();
  private readonly participation = new Participation();
  /** Aggressive buying less selling since the beginning. */
  private net = 0;
  private readonly mids = new Float64Array(DRIFT_STEPS).fill(Number.NaN);
  private midAt = 0;
  /** Of the mid over three minutes, ticks; NaN while it is not known. */
  private drift = Number.NaN;
  private secondMs = Number.NaN;
  private stepMs = Number.NaN;
  private steps = 0;
  private lastHi = 0;
  private lastLo = 0;
  private degraded = false;
  private largeSize = Number.POSITIVE_INFINITY;

  constructor(context: DetectorContext) {
    this.context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { rounds } = event;
    if (view.tier === 'L3') this.passive.slices.read(event);
    if (rounds.count === 0 || rounds.kind[0] === ROUND_AUCTION) return;
    this.lastHi = event.timeHi;
    this.lastLo = event.timeLo;
    this.degraded = event.degraded;
    this.passive.readTrades(event);
    if (view.tier === 'L3') this.passive.readFills(event);
    else if (view.tier === 'L2S') this.passive.readLevels(event);
    for (let round = 0; round < rounds.count; round += 1) this.readRound(event, round);
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.secondMs + SECOND_MS) return;
    this.secondMs = timeMs;
    this.flow.everySecond();
    this.passive.everySecond();
    for (const clips of this.clips) clips.everySecond();
    this.large[0] = (this.large[0] as number) * LARGE_KEEP;
    this.large[1] = (this.large[1] as number) * LARGE_KEEP;
    if (timeMs < this.stepMs + STEP_MS) return;
    const first = Number.isNaN(this.stepMs);
    this.stepMs = timeMs;
    if (first) return;
    this.steps = (this.steps + 1) % MINUTE_STEPS;
    if (this.steps === 0) {
      this.passive.everyMinute();
      for (const clips of this.clips) clips.everyMinute();
    }
    this.step(timeMs, view);
  }

  onDiscontinuity(timeMs: number): void {
    for (const programme of this.programmes) this.close(programme, timeMs, this.context.view);
    this.mids.fill(Number.NaN);
  }

  private readRound({ rounds, timeMs }: MatchEvent, round: number): void {
    const size = rounds.size[round] as number;
    const buys = rounds.side[round] === SIDE_BID;
    if (!buys && rounds.side[round] !== SIDE_ASK) return;
    const index = buys ? 0 : 1;
    this.participation.add(buys, size);
    this.net += buys ? size : -size;
    // Elected stops belong to many; they say nothing of who goes on.
    if (rounds.kind[round] === ROUND_STOP) return;
    this.flow.add(buys ? 1 : -1);
    this.clips[index].add(size, timeMs);
    if (size >= this.largeSize) this.large[index] = (this.large[index] as number) + 1;
    const { isOpen } = this.programmes[index];
    if (isOpen) this.programmes[index].reach(rounds.priceTicks[round] as number);
  }

  private step(timeMs: number, view: MarketView): void {
    this.flow.step();
    // Larger than a usual trade in any case: in a market of one-lots no size is large.
    this.largeSize = Math.max(view.tradeSizeQuantile(LARGE_QUANTILE), 2 * view.medianTradeSize + 1);
    this.participation.step();
    const mid =
      view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE
        ? Number.NaN
        : (view.bestBidTicks + view.bestAskTicks) / 2;
    this.drift = mid - (this.mids[this.midAt] as number);
    this.mids[this.midAt] = mid;
    this.midAt = (this.midAt + 1) % DRIFT_STEPS;
    for (const programme of this.programmes) this.weigh(programme, timeMs, view);
    for (const programme of this.programmes) {
      if (programme.isOpen) this.judge(programme, timeMs, view);
    }
  }

  /** Adds what the last ten seconds say to the evidence of a direction; opens and closes. */
  private weigh(programme: Programme, timeMs: number, view: MarketView): void {
    const streams = this.streamsOf(programme);
    programme.streams = streams;
    const change = likelihood(streams);
    const before = programme.evidence;
    programme.evidence = bounded(before + change, LEAST_EVIDENCE, MOST_EVIDENCE);
    if (change > 0) programme.supportMs = timeMs;
    if (before <= 0 && programme.evidence > 0 && !programme.isOpen) this.begin(programme, timeMs, view);
    if (!programme.isOpen) programme.isOpen = programme.evidence >= OPEN_AT;
    else if (programme.evidence < 0 || timeMs > programme.supportMs + SILENCE_MS)
      this.close(programme, timeMs, view);
    const passive = this.passive.totalOf(programme.side) - programme.passiveAtStart;
    const taken = programme.sign * (this.net - programme.flowAtStart);
    programme.executed = Math.round(passive + Math.max(0, taken));
  }

  private begin(programme: Programme, timeMs: number, view: MarketView): void {
    const priceTicks = view.lastTicks === NO_PRICE ? 0 : view.lastTicks;
    programme.startMs = timeMs;
    programme.startHi = this.lastHi;
    programme.startLo = this.lastLo;
    programme.startTicks = priceTicks;
    programme.lowTicks = priceTicks;
    programme.highTicks = priceTicks;
    programme.flowAtStart = this.net;
    programme.passiveAtStart = this.passive.totalOf(programme.side);
    programme.id = eventId({
      detector: 'institutional_activity',
      instrumentId: view.instrument.id,
      side: bookSide(programme.side),
      priceTicks,
      startNs: BigInt(Math.round(timeMs)) * NS_PER_MS,
      key: '',
    });
  }

  private streamsOf({ side, sign }: Programme): ProgrammeStreams {
    const [own, other] = sign > 0 ? [0, 1] : [1, 0];
    const clips = this.clips[own as 0 | 1];
    const against = this.clips[other as 0 | 1];
    const large = this.large[own as 0 | 1] as number;
    const largeAgainst = this.large[other as 0 | 1] as number;
    return {
      flow: sign * this.flow.slow,
      clips: clips.excess(clips.mostExcess(against), against),
      hidden: Math.max(
        fullness(this.passive.hiddenShare(side), this.passive.hiddenLean(side)),
        KIN_DEVIATIONS * this.passive.kinLean(side),
      ),
      slices: Math.max(
        fullness(this.passive.sliceShare(side), this.passive.sliceLean(side)),
        CHAIN_DEVIATIONS * this.passive.slices.chainLean(side),
      ),
      large: (large - largeAgainst) / Math.sqrt(large + largeAgainst + 1),
    };
  }

  private judge(programme: Programme, timeMs: number, view: MarketView): void {
    const judgement = this.context.judge.judge(INSTITUTIONAL, {
      key: programme.id,
      side: programme.side,
      timeMs,
      priceLowTicks: programme.lowTicks,
      priceHighTicks: programme.highTicks,
      features: this.features(programme, view),
    });
    const { raised } = programme;
    if (raised !== null) {
      raised.judgement = judgement;
      const moved = Math.abs(judgement.confidence - raised.toldConfidence) >= TELL_CHANGE;
      if (moved || timeMs >= raised.toldMs + TELL_MS) this.tell(programme, timeMs, view, 'update');
    } else if (judgement.confidence >= EMIT_CONFIDENCE) {
      const { streams } = programme;
      const others = Math.max(streams.flow, streams.clips, streams.hidden, streams.slices);
      const detectedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
      programme.raised = {
        sub: streams.large > LARGE_LEADS * others ? 'large_order' : null,
        detectedNs,
        priceTicks: view.lastTicks === NO_PRICE ? programme.startTicks : view.lastTicks,
        degraded: this.degraded,
        judgement,
        toldMs: timeMs,
        toldConfidence: judgement.confidence,
        updatedNs: detectedNs,
        status: 'open',
      };
      this.tell(programme, timeMs, view, 'new');
      this.sizes.remember(programme.executed);
    }
  }

  private features(programme: Programme, view: MarketView): number[] {
    const { side, sign, streams } = programme;
    const own = this.clips[sign > 0 ? 0 : 1];
    const other = this.clips[sign > 0 ? 1 : 0];
    const slot = own.mostExcess(other);
    programme.clipSize = own.sizeOf(slot);
    const hiddenMinutes = this.passive.hiddenPersistence(side);
    const kin = this.passive.kinLean(side);
    const seconds = (DRIFT_STEPS * STEP_MS) / 1000;
    return [
      bounded(sign * this.flow.fast, -8, 8),
      bounded(sign * this.flow.slow, -8, 8),
      Math.log1p(this.flow.cusum(sign)),
      bounded(sign * this.participation.steadiness, -4, 4),
      // Even gaps make repeated clips less like chance.
      bounded(streams.clips * (1 + Math.max(0, own.regularity(slot))), 0, 10),
      own.persistence(slot, other),
      Math.log1p(100 * this.passive.hiddenShare(side)) * Math.sign(this.passive.hiddenLean(side)),
      hiddenMinutes,
      kin,
      this.passive.slices.chainLean(side),
      bounded(streams.large, -5, 5),
      bounded((sign * this.drift) / (view.sigma1Ticks * Math.sqrt(seconds)), -5, 5),
      Math.min(6, Math.max(streams.flow, streams.clips, streams.hidden, streams.slices, streams.large)),
      programme.evidence / MOST_EVIDENCE,
      // Like icebergs, and again and again: either alone may be chance.
      Math.max(0, hiddenMinutes) * Math.max(0, kin),
    ];
  }

  private close(programme: Programme, timeMs: number, view: MarketView): void {
    programme.isOpen = false;
    programme.evidence = Math.min(0, programme.evidence);
    const { raised } = programme;
    if (raised === null) return;
    raised.status = 'expired';
    this.tell(programme, timeMs, view, 'update');
    programme.raised = null;
  }

  private tell(programme: Programme, timeMs: number, view: MarketView, change: 'new' | 'update'): void {
    const { raised } = programme;
    if (raised === null) return;
    raised.toldMs = timeMs;
    raised.toldConfidence = raised.judgement.confidence;
    // The end of a programme is no news that makes it visible again.
    if (raised.status === 'open') raised.updatedNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    const percentile = this.sizes.percentile(programme.executed);
    this.context.emitPattern(programmePattern(programme, raised, view, timeMs, percentile), change);
  }
}

export const INSTITUTIONAL_ACTIVITY: DetectorEntry = {
  type: 'institutional_activity',
  sub: null,
  models: [INSTITUTIONAL],
  clock: 'second',
  availability: () => ({ available: true }),
  create: (context) => new InstitutionalDetector(context),
};
