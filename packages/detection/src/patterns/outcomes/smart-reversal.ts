/**
 * Smart reversal: stops run over, a trap, absorption or a level that turned, at one place within a minute, as an
 * outcome that price goes the other way. Reference: detection, section 11.6.
 */
import { formatPrice, MINUTE_MS, NO_PRICE } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import { signedLog } from '#statistics/signed-log.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { boundFeatures, type DeclaredOutcome, DeclaredOutcomes } from './declared-outcomes.ts';
import { type ReversalSignal, reversalSignals, type SignalKind } from './smart-reversal-signals.ts';

const SMART_REVERSAL_MODEL: ModelSpec = {
  name: 'smart_reversal',
  version: 3,
  features: [
    'stop run',
    'trap',
    'absorption',
    'level',
    'signals less one',
    'order flow imbalance of a second towards it',
    'order flow imbalance of ten seconds towards it',
    'flip of the order flow imbalance',
    'book imbalance towards it',
    'way back so far',
    'height of the zone in sigma',
    'log volume of ten seconds against a minute',
  ],
  truth: { from: 'outcome' },
};

const EVERY_MS = 500;
const WITHIN_MS = MINUTE_MS;
const MIN_NEAR_TICKS = 4;
const NEAR_ATR = 0.3;
/** Right when price goes this far from the extreme of the zone before it goes beyond it. */
const TARGET_ATR = 0.5;
const MIN_TARGET_TICKS = 3;
const BEYOND_ATR = 0.25;
const MIN_BEYOND_TICKS = 2;
const DUE_MS = 3 * MINUTE_MS;
const LIMIT = 4;
const KINDS: readonly SignalKind[] = ['stop run', 'trap', 'absorption', 'level'];

class SmartReversalDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #outcomes: DeclaredOutcomes;
  readonly #features = new Float64Array(SMART_REVERSAL_MODEL.features.length);
  /** Signals that made an outcome or joined one, with the time when they may be dropped. */
  readonly #known = new Map<string, number>();
  #dueMs = Number.NaN;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#outcomes = new DeclaredOutcomes(context, SMART_REVERSAL_MODEL, 'smart_reversal', '3 min');
  }

  onMatch(): void {
    // It follows the signals of others, on the clock.
  }

  onClock(timeMs: number, view: MarketView): void {
    if (view.lastTicks === NO_PRICE) return;
    this.#outcomes.onClock(timeMs);
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + EVERY_MS;
    const signals = reversalSignals(this.#context.board, timeMs - WITHIN_MS);
    if (signals.length === 0) return;
    for (const [id, until] of this.#known) if (until < timeMs) this.#known.delete(id);
    for (const signal of signals) {
      const key = `${signal.kind}|${signal.id}`;
      if (this.#known.has(key)) continue;
      this.#known.set(key, timeMs + 10 * WITHIN_MS);
      this.#take(signal, signals, view);
    }
  }

  onDiscontinuity(timeMs: number): void {
    this.#outcomes.interrupt(timeMs);
  }

  /** A new signal joins the open outcome at its place, or makes one. */
  #take(signal: ReversalSignal, signals: readonly ReversalSignal[], view: MarketView): void {
    const near = Math.max(MIN_NEAR_TICKS, NEAR_ATR * view.atr10Ticks);
    const joined = signals.filter(
      (one) =>
        one.sign === signal.sign &&
        one.lowTicks <= signal.highTicks + near &&
        one.highTicks >= signal.lowTicks - near,
    );
    const open = this.#outcomes.open.find(
      (declared) => declared.sign === signal.sign && Math.abs(extremeOf(declared) - edgeOf(signal)) <= near,
    );
    if (open !== undefined) {
      this.#outcomes.look(open, this.#measure(open, joined, view), view.isDegraded);
      return;
    }
    const declared = this.#outcomeOf(signal, joined, view);
    // Price has gone already: nothing is left to expect.
    if ((view.lastTicks - declared.winTicks) * declared.sign >= 0) return;
    this.#outcomes.declare(declared, this.#measure(declared, joined, view), view.isDegraded);
  }

  #outcomeOf(signal: ReversalSignal, joined: readonly ReversalSignal[], view: MarketView): DeclaredOutcome {
    const { sign } = signal;
    const { timeMs } = view;
    const lows = Math.min(...joined.map(({ lowTicks }) => lowTicks));
    const highs = Math.max(...joined.map(({ highTicks }) => highTicks));
    const extreme = sign > 0 ? Math.min(lows, view.lastTicks) : Math.max(highs, view.lastTicks);
    const win = Math.round(Math.max(MIN_TARGET_TICKS, TARGET_ATR * view.atr10Ticks));
    const lose = Math.round(Math.max(MIN_BEYOND_TICKS, BEYOND_ATR * view.atr10Ticks));
    const kinds = [...new Set(joined.map(({ kind }) => kind))];
    const words = kinds.join(', ');
    return {
      key: `${signal.kind}|${signal.id}|${Math.round(timeMs)}`,
      sign,
      winTicks: extreme + sign * win,
      loseTicks: extreme - sign * lose,
      dueMs: timeMs + DUE_MS,
      startMs: Math.min(...joined.map((one) => one.timeMs)),
      zoneLowTicks: lows,
      zoneHighTicks: highs,
      size: joined.reduce((sum, { size }) => sum + size, 0),
      describe: () =>
        `${words.charAt(0).toUpperCase()}${words.slice(1)} near ${formatPrice(view.instrument, extreme)}, turning ${sign > 0 ? 'up' : 'down'}`,
      evidence: () => ({
        kinds,
        signals: joined.map(({ kind, id, confidence }) => ({ kind, id, confidence })),
        related: joined.map(({ id }) => id),
        extremeTicks: extreme,
      }),
    };
  }

  #measure(declared: DeclaredOutcome, joined: readonly ReversalSignal[], view: MarketView): Float64Array {
    const { flow } = view;
    const out = this.#features;
    const { sign } = declared;
    let count = 0;
    KINDS.forEach((kind, at) => {
      out[at] = joined.reduce((most, one) => (one.kind === kind ? Math.max(most, one.confidence) : most), 0);
      if (out[at]! > 0) count += 1;
    });
    const second = sign * flow.ofi(1000);
    const ten = sign * flow.ofi(10_000);
    out[4] = count - 1;
    out[5] = signedLog(second);
    out[6] = signedLog(ten);
    out[7] = signedLog(second - ten / 10);
    out[8] = sign * flow.imbalance(5);
    out[9] = ((view.lastTicks - extremeOf(declared)) * sign) / view.atr10Ticks;
    out[10] = (declared.zoneHighTicks - declared.zoneLowTicks) / (view.sigma1Ticks * 10);
    out[11] = Math.log((6 * flow.volume(10_000) + 1) / (flow.volume(60_000) + 1));
    return boundFeatures(out, LIMIT);
  }
}

/** The edge of a signal that price must not go beyond. */
function edgeOf(signal: ReversalSignal): number {
  return signal.sign > 0 ? signal.lowTicks : signal.highTicks;
}

function extremeOf(declared: DeclaredOutcome): number {
  return declared.sign > 0 ? declared.zoneLowTicks : declared.zoneHighTicks;
}

export const SMART_REVERSAL: DetectorEntry = {
  type: 'smart_reversal',
  sub: null,
  models: [SMART_REVERSAL_MODEL],
  receives: [],
  availability: () => ({ available: true }),
  create: (context) => new SmartReversalDetector(context),
};
