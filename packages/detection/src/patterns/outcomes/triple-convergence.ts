/**
 * Triple convergence: a passive sign (iceberg, absorption), a positional one (level, stop run, trap) and the flow of
 * orders agree on a direction at one place within two minutes. Their odds are not multiplied, for they depend on each
 * other: a model of them and their pairs with the flow is trained on what followed. How sure the passive sign is counts
 * with the flow only: by itself it separated what followed no better than chance. Reference: detection, section 11.6.
 */
import { existenceOf, formatPrice, MINUTE_MS, MS_NS, NO_PRICE } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import { DecayedMean } from '#statistics/decayed-mean.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { SignalBoard } from '#view/signal-board.ts';
import { boundFeatures, DeclaredOutcomes } from './declared-outcomes.ts';
import { type ReversalSignal, reversalSignals } from './smart-reversal-signals.ts';

const TRIPLE_MODEL: ModelSpec = {
  name: 'triple_convergence',
  version: 4,
  features: [
    'positional log odds',
    'flow log odds',
    'passive with flow',
    'positional with flow',
    'book imbalance towards it',
    'ticks between the signals',
    'log seconds between the signals',
  ],
  truth: { from: 'outcome' },
};

const EVERY_MS = 1000;
const WITHIN_MS = 120_000;
const MIN_NEAR_TICKS = 4;
const NEAR_ATR = 0.3;
/** Right when price goes this far before it goes as far the other way. */
const TARGET_ATR = 0.5;
const MIN_TARGET_TICKS = 3;
const DUE_MS = 5 * MINUTE_MS;
/** Flow agrees from here on, on a scale where the usual size of the order flow imbalance is odds of e to 1. */
const FLOW_AGREES = 0.6;
const OFI_HALF_LIFE_MS = 30 * MINUTE_MS;
const LIMIT = 5;

/** The evidence of one family at a place. */
interface FamilySign {
  readonly id: string;
  readonly kind: string;
  readonly timeMs: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly confidence: number;
}

class TripleConvergenceDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #outcomes: DeclaredOutcomes;
  readonly #features = new Float64Array(TRIPLE_MODEL.features.length);
  readonly #usualOfi = new DecayedMean(OFI_HALF_LIFE_MS);
  #dueMs = Number.NaN;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#outcomes = new DeclaredOutcomes(context, TRIPLE_MODEL, 'triple_convergence', '5 min');
  }

  onMatch(): void {
    // It follows the signals of others, on the clock.
  }

  onClock(timeMs: number, view: MarketView): void {
    if (view.lastTicks === NO_PRICE) return;
    this.#outcomes.onClock(timeMs);
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + EVERY_MS;
    const ofi = Math.abs(view.flow.ofi(10_000));
    if (ofi > 0) this.#usualOfi.add(timeMs, ofi);
    const positions = reversalSignals(this.#context.board, timeMs - WITHIN_MS).filter(
      ({ kind }) => kind !== 'absorption',
    );
    if (positions.length === 0) return;
    for (const sign of [1, -1]) {
      if (!this.#outcomes.isOpen(sign)) this.#seek(sign, positions, view);
    }
  }

  onDiscontinuity(timeMs: number): void {
    this.#outcomes.interrupt(timeMs);
  }

  #seek(sign: number, positions: readonly ReversalSignal[], view: MarketView): void {
    const near = Math.max(MIN_NEAR_TICKS, NEAR_ATR * view.atr10Ticks);
    const isNear = (one: { lowTicks: number; highTicks: number }): boolean =>
      one.lowTicks - near <= view.lastTicks && one.highTicks + near >= view.lastTicks;
    const position = strongest(positions.filter((one) => one.sign === sign && isNear(one)));
    if (position === null) return;
    const passive = strongest(
      passiveSigns(this.#context.board, sign, view.timeMs - WITHIN_MS).filter(isNear),
    );
    if (passive === null) return;
    const flow = this.#flowSign(sign, view);
    if (flow.confidence < FLOW_AGREES) return;
    this.#place(sign, passive, position, flow, view);
  }

  /** The flow family: order flow imbalance, a running programme, a prediction; the most confident one counts. */
  #flowSign(sign: number, view: MarketView): { readonly kind: string; readonly confidence: number } {
    const { board } = this.#context;
    const ofi = 1 / (1 + Math.exp((-sign * view.flow.ofi(10_000)) / this.#usualOfi.value));
    let best = { kind: 'order flow imbalance', confidence: Number.isFinite(ofi) ? ofi : 0.5 };
    const sinceMs = view.timeMs - WITHIN_MS;
    for (const type of ['institutional_activity', 'price_prediction'] as const) {
      for (const { status, direction, confidence } of board.patterns(type, sinceMs)) {
        const agrees = direction === (sign > 0 ? 'up' : 'down');
        if (status === 'open' && agrees && confidence > best.confidence) best = { kind: type, confidence };
      }
    }
    return best;
  }

  #place(
    sign: number,
    passive: FamilySign,
    position: FamilySign,
    flow: { readonly kind: string; readonly confidence: number },
    view: MarketView,
  ): void {
    const { timeMs, lastTicks } = view;
    const target = Math.round(Math.max(MIN_TARGET_TICKS, TARGET_ATR * view.atr10Ticks));
    this.#outcomes.declare(
      {
        key: `${sign}|${position.id}|${passive.id}|${Math.round(timeMs)}`,
        sign,
        winTicks: lastTicks + sign * target,
        loseTicks: lastTicks - sign * target,
        dueMs: timeMs + DUE_MS,
        startMs: Math.min(passive.timeMs, position.timeMs),
        zoneLowTicks: Math.min(passive.lowTicks, position.lowTicks),
        zoneHighTicks: Math.max(passive.highTicks, position.highTicks),
        size: 0,
        describe: () =>
          `${capital(passive.kind)}, ${position.kind} and ${flow.kind.replaceAll('_', ' ')} agree on ${sign > 0 ? 'up' : 'down'} at ${formatPrice(view.instrument, lastTicks)}`,
        evidence: () => ({
          families: [
            { family: 'passive', kind: passive.kind, id: passive.id, confidence: passive.confidence },
            { family: 'positional', kind: position.kind, id: position.id, confidence: position.confidence },
            { family: 'flow', kind: flow.kind, id: null, confidence: flow.confidence },
          ],
          related: [passive.id, position.id],
        }),
      },
      this.#measure(sign, passive, position, flow.confidence, view),
      view.isDegraded,
    );
  }

  #measure(
    sign: number,
    passive: FamilySign,
    position: FamilySign,
    flow: number,
    view: MarketView,
  ): Float64Array {
    const out = this.#features;
    const q = logOdds(position.confidence);
    const f = logOdds(flow);
    out[0] = q;
    out[1] = f;
    out[2] = logOdds(passive.confidence) * f;
    out[3] = q * f;
    out[4] = sign * view.flow.imbalance(5);
    out[5] = Math.abs(passive.lowTicks + passive.highTicks - position.lowTicks - position.highTicks) / 2;
    out[6] = Math.log1p(Math.abs(passive.timeMs - position.timeMs) / 1000);
    return boundFeatures(out, LIMIT);
  }
}

/** Icebergs and absorption that hold price up (`sign` 1) or down. */
function passiveSigns(board: SignalBoard, sign: number, sinceMs: number): FamilySign[] {
  const wanted = sign > 0 ? 'bid' : 'ask';
  const signs: FamilySign[] = [];
  for (const type of ['iceberg', 'absorption'] as const) {
    for (const event of board.events(type, sinceMs)) {
      if (event.side !== wanted || event.status === 'failed') continue;
      signs.push({
        id: event.id,
        kind: type,
        timeMs: Number(event.updatedNs) / MS_NS,
        lowTicks: event.priceLowTicks,
        highTicks: event.priceHighTicks,
        confidence: existenceOf(event),
      });
    }
  }
  return signs;
}

function strongest<Sign extends FamilySign>(signs: readonly Sign[]): Sign | null {
  let best: Sign | null = null;
  for (const one of signs) if (best === null || one.confidence > best.confidence) best = one;
  return best;
}

/** Bounded, so that exact facts do not outweigh everything. */
function logOdds(p: number): number {
  const bounded = Math.min(0.95, Math.max(0.05, p));
  return Math.log(bounded / (1 - bounded));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export const TRIPLE_CONVERGENCE: DetectorEntry = {
  type: 'triple_convergence',
  sub: null,
  models: [TRIPLE_MODEL],
  receives: [],
  availability: (tier) =>
    tier === 'L1T'
      ? { available: false, reason: 'The passive signs, icebergs and absorption, need a book of levels.' }
      : { available: true },
  create: (context) => new TripleConvergenceDetector(context),
};
