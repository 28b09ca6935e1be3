/** Writes down what a pipeline raised as findings: each once, at the instant it first reached a confidence. */
import type { FlowEvent, Pattern } from '@undertow/market';
import type { FlowEventChange, StopElection } from '#view/detector.ts';
import type { Finding } from './finding.ts';

export class FindingLog {
  readonly #symbol: string;
  readonly #minConfidence: number;
  readonly #found = new Map<string, Finding>();

  constructor(symbol: string, minConfidence: number) {
    this.#symbol = symbol;
    this.#minConfidence = minConfidence;
  }

  get findings(): Finding[] {
    return [...this.#found.values()];
  }

  putEvent(event: FlowEvent, change: FlowEventChange): void {
    this.#put(event, change, event.priceLowTicks, event.priceHighTicks);
  }

  /** The range is that of the level called `zone`, else of all levels, else the price. */
  putPattern(pattern: Pattern, change: FlowEventChange): void {
    const zone = pattern.levels.find(({ label }) => label === 'zone');
    const levels = zone === undefined ? pattern.levels : [zone];
    const lows = levels.map(({ lowTicks }) => lowTicks);
    const highs = levels.map(({ highTicks }) => highTicks);
    if (levels.length === 0) this.#put(pattern, change, pattern.priceTicks, pattern.priceTicks);
    else this.#put(pattern, change, Math.min(...lows), Math.max(...highs));
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
    change: FlowEventChange,
    priceLowTicks: number,
    priceHighTicks: number,
  ): void {
    const known = this.#found.get(raised.id);
    if (known !== undefined) {
      this.#found.set(raised.id, {
        ...known,
        size: raised.size,
        degraded: known.degraded || raised.degraded,
      });
      return;
    }
    const confidence = claimOf(raised);
    if (confidence < this.#minConfidence) return;
    this.#found.set(raised.id, {
      id: raised.id,
      type: raised.type,
      sub: raised.sub,
      side: raised.side,
      symbol: this.#symbol,
      detectedNs: change === 'new' ? raised.detectedNs : raised.updatedNs,
      priceLowTicks,
      priceHighTicks,
      size: raised.size,
      confidence,
      exact: raised.exact,
      degraded: raised.degraded,
    });
  }
}

/**
 * What a finding claims to be, as a probability: its confidence, but of a stop run that a level drove it.
 * That stops were elected is exact and has a row of its own; that somebody's level drove the run is a forecast in its
 * evidence, and labels cover level-driven runs only. Without that forecast the confidence is used.
 */
function claimOf({ type, confidence, evidence }: FlowEvent | Pattern): number {
  if (type !== 'stop_run') return confidence;
  const driven = evidence['levelDriven'];
  if (typeof driven !== 'object' || driven === null || Array.isArray(driven)) return confidence;
  const p = (driven as { readonly [key: string]: unknown })['p'];
  return typeof p === 'number' ? p : confidence;
}
