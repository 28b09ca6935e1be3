/**
 * Momentum exhaustion: a leg of price that has gone far and whose drive fades. Judged when its extreme has held for
 * some seconds; right when price retraces half of the usual range of ten minutes before it makes a new extreme. About
 * half of all legs do: what counts is the lift over that. Reference: detection, section 11.5.
 */
import { formatPrice, type MatchEvent, MINUTE_MS, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import { rule } from '#evidence/wording.ts';
import { SecondsRing } from '#statistics/seconds-ring.ts';
import { signedLog } from '#statistics/signed-log.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { boundFeatures, DeclaredOutcomes } from './declared-outcomes.ts';

const MOMENTUM_MODEL: ModelSpec = {
  name: 'momentum_exhaustion',
  version: 3,
  features: [
    'log seconds of the leg',
    'progress of the last minute in sigma',
    'impact of the last minute against the leg',
    'delta of the last minute in the direction',
    'delta of the leg in the direction',
    'intensity of the driving aggressors',
    'log volume of ten seconds against a minute',
    'log depth behind the leg',
    'absorption against the leg',
    'order flow imbalance in the direction',
    'book imbalance in the direction',
    'log volume of the minute against the quarter of an hour',
    'retraced so far',
  ],
  truth: { from: 'outcome' },
};

const MIN_LEG_ATR = 1.5;
/** The extreme has held this long, and price has given back no more than this. */
const STALL_MS = 5000;
const MAX_RETRACED_ATR = 0.25;
const RETRACE_ATR = 0.5;
const MIN_RETRACE_TICKS = 3;
const EXTREME_ATR = 0.25;
const MIN_EXTREME_TICKS = 2;
const WITHIN_MS = 5 * MINUTE_MS;
const ABSORPTION_MS = MINUTE_MS;
const QUARTER_SECONDS = 15 * 60;
const LIMIT = 5;

class MomentumExhaustionDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #outcomes: DeclaredOutcomes;
  readonly #features = new Float64Array(MOMENTUM_MODEL.features.length);
  readonly #deltas = new SecondsRing();
  readonly #volumes = new SecondsRing();
  readonly #prices = new SecondsRing();
  #volume = 0;
  #delta = 0;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#outcomes = new DeclaredOutcomes(context, MOMENTUM_MODEL, 'momentum_exhaustion', '5 min');
  }

  onMatch({ rounds }: MatchEvent): void {
    for (let round = 0; round < rounds.count; round += 1) {
      const size = rounds.size[round]!;
      this.#volume += size;
      if (rounds.side[round] === SIDE_BID) this.#delta += size;
      else if (rounds.side[round] === SIDE_ASK) this.#delta -= size;
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    if (view.lastTicks === NO_PRICE) return;
    // The three receive it together: one of them decides for all whether a second is over.
    if (this.#deltas.isDue(timeMs)) {
      this.#deltas.onClock(timeMs, this.#delta);
      this.#volumes.onClock(timeMs, this.#volume);
      this.#prices.onClock(timeMs, view.lastTicks);
    }
    this.#outcomes.onClock(timeMs);
    const { swings } = view;
    const atr = view.atr10Ticks;
    const sign = swings.isRising ? 1 : -1;
    const leg = (swings.legExtremeTicks - swings.legStartTicks) * sign;
    const retraced = (swings.legExtremeTicks - view.lastTicks) * sign;
    if (!(leg >= MIN_LEG_ATR * atr) || retraced > MAX_RETRACED_ATR * atr) return;
    if (timeMs < swings.legExtremeMs + STALL_MS) return;
    // One open outcome a direction: another extreme settles it first.
    if (this.#outcomes.isOpen(-sign)) return;
    this.#place(sign, leg, retraced, view);
  }

  onDiscontinuity(timeMs: number): void {
    this.#outcomes.interrupt(timeMs);
    this.#deltas.clear();
    this.#volumes.clear();
    this.#prices.clear();
  }

  #place(sign: number, leg: number, retraced: number, view: MarketView): void {
    const { swings, timeMs } = view;
    const atr = view.atr10Ticks;
    const extreme = swings.legExtremeTicks;
    const win = Math.round(Math.max(MIN_RETRACE_TICKS, RETRACE_ATR * atr));
    const lose = Math.round(Math.max(MIN_EXTREME_TICKS, EXTREME_ATR * atr));
    const legStart = swings.legStartTicks;
    const seconds = Math.round((swings.legExtremeMs - swings.legStartMs) / 1000);
    this.#outcomes.declare(
      {
        key: `${extreme}|${Math.round(timeMs)}`,
        sign: -sign,
        winTicks: extreme - sign * win,
        loseTicks: extreme + sign * lose,
        dueMs: timeMs + WITHIN_MS,
        startMs: swings.legStartMs,
        zoneLowTicks: Math.min(extreme, view.lastTicks),
        zoneHighTicks: Math.max(extreme, view.lastTicks),
        size: 0,
        describe: () =>
          `Leg ${sign > 0 ? 'up' : 'down'} from ${formatPrice(view.instrument, legStart)} to ${formatPrice(view.instrument, extreme)} in ${seconds} s is losing drive`,
        evidence: () => ({
          legTicks: leg,
          legSeconds: seconds,
          legStartTicks: legStart,
          extremeTicks: extreme,
          retracedTicks: retraced,
          atrTicks: atr,
          rules: [
            rule('Leg in ranges of ten minutes', (leg / atr).toFixed(1), `at least ${MIN_LEG_ATR}`, true),
            rule('Seconds without a new extreme', (timeMs - swings.legExtremeMs) / 1000, 'at least 5', true),
          ],
        }),
      },
      this.#measure(sign, leg, retraced, view),
      view.isDegraded,
    );
  }

  #measure(sign: number, leg: number, retraced: number, view: MarketView): Float64Array {
    const { flow, swings, timeMs } = view;
    const out = this.#features;
    const ahead = sign > 0 ? SIDE_ASK : SIDE_BID;
    const behind = sign > 0 ? SIDE_BID : SIDE_ASK;
    const legSeconds = Math.max(1, (timeMs - swings.legStartMs) / 1000);
    const legDelta = (this.#delta - this.#deltas.ago(legSeconds)) * sign;
    const legVolume = Math.max(1, this.#volume - this.#volumes.ago(legSeconds));
    const minuteDelta = (this.#delta - this.#deltas.ago(60)) * sign;
    const minuteVolume = this.#volume - this.#volumes.ago(60);
    const progress = (view.lastTicks - this.#prices.ago(60)) * sign;
    const usualMinute = Math.max(1, (this.#volume - this.#volumes.ago(QUARTER_SECONDS)) / 15);
    const size = Math.max(1, view.medianDepth(ahead, 5));
    out[0] = Math.log(legSeconds);
    out[1] = progress / (view.sigma1Ticks * Math.sqrt(60));
    out[2] = progress / (1 + Math.max(0, minuteDelta) / size) - leg / (1 + Math.max(0, legDelta) / size);
    out[3] = minuteVolume > 0 ? minuteDelta / minuteVolume : 0;
    out[4] = legDelta / legVolume;
    out[5] = flow.intensityZ(sign > 0 ? 'buy' : 'sell');
    out[6] = Math.log((6 * flow.volume(10_000) + 1) / (flow.volume(60_000) + 1));
    out[7] = Math.log((view.depth(behind, 5) + 1) / (view.medianDepth(behind, 5) + 1));
    out[8] = this.#absorption(sign, timeMs);
    out[9] = signedLog(sign * flow.ofi(10_000));
    out[10] = sign * flow.imbalance(5);
    out[11] = Math.log((minuteVolume + 1) / usualMinute);
    out[12] = retraced / view.atr10Ticks;
    out[2]! /= view.atr10Ticks;
    return boundFeatures(out, LIMIT);
  }

  /** Highest confidence of absorption against the leg. */
  #absorption(sign: number, timeMs: number): number {
    const against = sign > 0 ? 'ask' : 'bid';
    let highest = 0;
    for (const { side, confidence } of this.#context.board.events('absorption', timeMs - ABSORPTION_MS)) {
      if (side === against && confidence > highest) highest = confidence;
    }
    return highest;
  }
}

export const MOMENTUM_EXHAUSTION: DetectorEntry = {
  type: 'momentum_exhaustion',
  sub: null,
  models: [MOMENTUM_MODEL],
  receives: ['trades'],
  availability: () => ({ available: true }),
  create: (context) => new MomentumExhaustionDetector(context),
};
