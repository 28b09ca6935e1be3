/** Waits for events and patterns: each fires once, when it first fits, as a rule of alerts does. */
import { FINDING_EXACT, FINDING_TYPES } from '#facts/session-facts.ts';
import type { CompiledNear, FindingTest } from '#rule/compile-rule.ts';
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
    const { side, minConfidence, minSize, maxPerDay, near } = this.#test;
    const flags = known.finding('flags', row);
    if (side !== null && side !== known.finding('side', row)) return false;
    const isExact = (flags & FINDING_EXACT) !== 0;
    if (!isExact && known.finding('confidence', row) < minConfidence) return false;
    if (known.finding('size', row) < minSize) return false;
    if (maxPerDay !== null && known.finding('perDay', row) > maxPerDay) return false;
    return near === null || isNear(known, row, near);
  }
}

function isNear(known: KnownFacts, row: number, { priceTicks, level, withinTicks }: CompiledNear): boolean {
  const at = priceTicks ?? known.levelTicks(level);
  if (at === null) return false;
  const below = known.finding('lowTicks', row) - at;
  const above = at - known.finding('highTicks', row);
  return Math.max(0, below, above) <= withinTicks;
}
