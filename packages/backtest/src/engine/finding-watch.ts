/** Waits for events and patterns: each fires once, when it first fits, as a rule of alerts does. */
import { isNearLevel, meetsLimits } from '@undertow/market';
import { FINDING_EXACT, FINDING_TYPES } from '#facts/session-facts.ts';
import type { FindingTest } from '#rule/compile-rule.ts';
import type { ConditionWatch, OnFiring } from './condition-watch.ts';
import type { KnownFacts } from './known-facts.ts';

export class FindingWatch implements ConditionWatch {
  readonly reads = 'findings';
  readonly #test: FindingTest;
  readonly #isWanted: readonly boolean[];
  readonly #fired = new Set<number>();

  constructor(test: FindingTest) {
    this.#test = test;
    this.#isWanted = FINDING_TYPES.map((type) => test.types.has(type));
  }

  startSession(): void {
    this.#fired.clear();
  }

  step(known: KnownFacts, row: number, onFiring: OnFiring): void {
    if (!this.#isWanted[known.finding('type', row)]!) return;
    const finding = known.finding('finding', row);
    if (this.#fired.has(finding) || !this.#fits(known, row)) return;
    this.#fired.add(finding);
    onFiring(known.finding('side', row), row);
  }

  #fits(known: KnownFacts, row: number): boolean {
    const finding = {
      side: known.finding('side', row),
      isExact: (known.finding('flags', row) & FINDING_EXACT) !== 0,
      confidence: known.finding('confidence', row),
      size: known.finding('size', row),
      perDay: known.finding('perDay', row),
    };
    if (!meetsLimits(this.#test, finding)) return false;
    const { near } = this.#test;
    if (near === null) return true;
    const zone = { lowTicks: known.finding('lowTicks', row), highTicks: known.finding('highTicks', row) };
    return isNearLevel(zone, near.priceTicks ?? known.levelTicks(near.level), near.withinTicks);
  }
}
