/** Hand-made markets for the tests of spoofing-like patterns: size is shown, a small order fills, the size goes. */
import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { CandidateFacts, Judge, ModelSpec } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, trade } from './hand-tape.ts';

export const BID = 19_000;
export const ASK = BID + 1;

/** Records every evaluation. */
export class NotingJudge implements Judge {
  readonly looks: Record<string, number>[] = [];
  readonly keys: string[] = [];
  readonly models: string[] = [];
  readonly #answer = fixedJudge(0.1);

  judge(model: ModelSpec, candidate: CandidateFacts): ReturnType<Judge['judge']> {
    const entries = model.features.map((name, index) => [name, candidate.features[index]!]);
    this.looks.push(Object.fromEntries(entries) as Record<string, number>);
    this.keys.push(candidate.key);
    this.models.push(model.name);
    return this.#answer.judge(model, candidate);
  }

  resolve(): void {}

  get last(): Record<string, number> {
    return this.looks.at(-1) ?? {};
  }
}

/** A market one tick wide with ordinary orders on both sides, and an hour of ordinary sizes behind it. */
export function market(judge: Judge, tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['spoofing'], judge).background(BID + 20);
  for (let level = 0; level < 8; level += 1) {
    for (let n = 0; n < 4; n += 1) {
      tape.event(add(50_000 + level * 10 + n, SIDE_BID, BID - level, 3));
      tape.event(add(51_000 + level * 10 + n, SIDE_ASK, ASK + level, 3));
    }
  }
  return tape.pass(10_000).pass(10_000).pass(2000);
}

let nextId = 200_000;

/** An order id that no other order of the tape has. */
export function freshId(): number {
  nextId += 1;
  return nextId;
}

const isBid = (side: number): boolean => side === SIDE_BID;

/** A small resting order of the other side is filled. */
export function fillOpposite(tape: HandTape, side: number, size = 5): void {
  nextId += 1;
  const [rests, price] = isBid(side) ? [SIDE_ASK, ASK] : [SIDE_BID, BID];
  tape.event(add(nextId, rests, price, size));
  tape
    .wait(20)
    .event(
      trade(nextId + 1, side, price, size),
      fill(nextId, rests, price, size),
      cancel(nextId, rests, price, size),
    );
  nextId += 2;
}

interface Cycle {
  readonly side?: number;
  readonly sizes?: readonly number[];
  readonly ticksAway?: number;
  readonly lagMs?: number;
  readonly restMs?: number;
  readonly filled?: boolean;
  readonly answers?: boolean;
}

/** Shows size, waits for the fill of the other side, withdraws. */
export function cycle(tape: HandTape, how: Cycle = {}): void {
  const side = how.side ?? SIDE_BID;
  const sizes = how.sizes ?? [60];
  const away = how.ticksAway ?? 2;
  const price = (n: number): number => (isBid(side) ? BID - away - n : ASK + away + n);
  nextId += sizes.length;
  const ids = sizes.map((_, n) => nextId - n);
  sizes.forEach((size, n) => {
    tape.wait(5).event(add(ids[n]!, side, price(n), size));
  });
  tape.wait(how.restMs ?? 900);
  if (how.answers !== false) fillOpposite(tape, side);
  tape.wait(how.lagMs ?? 40);
  sizes.forEach((size, n) => {
    tape.wait(1).event(cancel(ids[n]!, side, price(n), size));
  });
  tape.pass(200);
}
