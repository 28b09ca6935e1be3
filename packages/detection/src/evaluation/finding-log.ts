/** Writes down what a pipeline raised as findings: each once, of the instant at which it first reached a confidence. */
import { existenceOf, type FlowEvent, type Pattern } from '@undertow/market';
import type { FlowEventChange, StopElection } from '#view/detector.ts';
import type { Finding } from './finding.ts';

export class FindingLog {
  readonly #symbol: string;
  readonly #minConfidence: number;
  readonly #found = new Map<string, Finding>();

  /** `minConfidence`: 0 for everything that was raised, at the operating points of the models. */
  constructor(symbol: string, minConfidence: number) {
    this.#symbol = symbol;
    this.#minConfidence = minConfidence;
  }

  get findings(): Finding[] {
    return [...this.#found.values()];
  }

  putEvent(event: FlowEvent, change: FlowEventChange): void {
    const { id, type, sub, confidence, priceLowTicks, priceHighTicks } = event;
    // A burst is displayed as nothing more: only its elections are claimed
    if (sub !== 'burst')
      this.#put(event, { id, type, confidence: claimOf(event) }, change, priceLowTicks, priceHighTicks);
    // Two claims: that stops were elected together, and that a level drove them.
    if (type === 'stop_run') {
      const burst = { id: `${id}/burst`, type: 'stop_burst', confidence };
      this.#put(event, burst, change, priceLowTicks, priceHighTicks);
    }
  }

  /** The range is that of the level called `zone`, else of all levels, else the price. */
  putPattern(pattern: Pattern, change: FlowEventChange): void {
    const zone = pattern.levels.find(({ label }) => label === 'zone');
    const levels = zone === undefined ? pattern.levels : [zone];
    const lows = levels.map(({ lowTicks }) => lowTicks);
    const highs = levels.map(({ highTicks }) => highTicks);
    const { id, type, priceTicks } = pattern;
    const claim = { id, type, confidence: existenceOf(pattern) };
    if (levels.length === 0) this.#put(pattern, claim, change, priceTicks, priceTicks);
    else this.#put(pattern, claim, change, Math.min(...lows), Math.max(...highs));
  }

  putElection(election: StopElection): void {
    this.#found.set(election.id, {
      id: election.id,
      type: 'stop_election',
      sub: null,
      side: election.side,
      symbol: this.#symbol,
      detectedNs: election.timeNs,
      priceLowTicks: election.lowTicks,
      priceHighTicks: election.highTicks,
      size: election.contracts,
      confidence: 1,
      exact: true,
      degraded: false,
    });
  }

  #put(
    raised: FlowEvent | Pattern,
    { id, type, confidence }: Pick<Finding, 'id' | 'type' | 'confidence'>,
    change: FlowEventChange,
    priceLowTicks: number,
    priceHighTicks: number,
  ): void {
    const known = this.#found.get(id);
    if (known !== undefined) {
      this.#found.set(id, {
        ...known,
        ...(confidence > known.confidence ? { confidence, calibrator: raised.calibrator } : {}),
        size: raised.size,
        degraded: known.degraded || raised.degraded,
      });
      return;
    }
    if (confidence < this.#minConfidence) return;
    this.#found.set(id, {
      id,
      type,
      sub: raised.sub,
      side: raised.side,
      symbol: this.#symbol,
      detectedNs: change === 'new' ? raised.detectedNs : raised.updatedNs,
      priceLowTicks,
      priceHighTicks,
      size: raised.size,
      confidence,
      calibrator: raised.calibrator,
      exact: raised.exact,
      degraded: raised.degraded,
    });
  }
}

/**
 * What a finding claims to be, as a probability: that it is there, but of a stop run that a level drove it.
 * That stops were elected is exact and has a row of its own; that somebody's level drove the run is a forecast in its
 * evidence, and labels cover level-driven runs only. Without that forecast the confidence is used.
 */
function claimOf(raised: FlowEvent): number {
  const { type, confidence, evidence } = raised;
  if (type !== 'stop_run') return existenceOf(raised);
  const driven = evidence['levelDriven'];
  if (typeof driven !== 'object' || driven === null || Array.isArray(driven)) return confidence;
  const p = (driven as { readonly [key: string]: unknown })['p'];
  return typeof p === 'number' ? p : confidence;
}
