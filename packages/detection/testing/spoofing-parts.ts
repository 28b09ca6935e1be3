/** Parts of spoofing-like patterns as they would have been read: orders, a withdrawal, a sequence of withdrawals. */
import { NS_PER_MS, nsHi, nsLo, SIDE_BID } from '@undertow/market';
import { LargeOrder, Posture } from '#detectors/spoofing/spoofing-posture.ts';
import { SpoofSequence } from '#detectors/spoofing/spoofing-sequence.ts';
import type { Withdrawal } from '#detectors/spoofing/spoofing-withdrawal.ts';
import type { Likeness, OwnEvidence } from '#detectors/spoofing/withdrawal-baseline.ts';

/** Withdrawn at the second ten, 40 ms after a small offer of five contracts was filled. */
export function withdrawalOf(part: Partial<Withdrawal> = {}): Withdrawal {
  return {
    side: SIDE_BID,
    layers: 1,
    logSize: 6,
    distance: 2,
    doneSizes: 1 << 5,
    doneLagMs: 40,
    lagMs: 40,
    answer: 1,
    timing: 0.5,
    flip: -1,
    timeMs: 10_000,
    ...part,
  };
}

export function ownEvidence(part: Partial<OwnEvidence> = {}): OwnEvidence {
  return { size: 0, distance: 0, rest: 0, chase: 0, remainder: 0, ...part };
}

export function likenessOf(part: Partial<Likeness> = {}): Likeness {
  return { soon: 0, size: 0, distance: 0, layers: 0, genuine: 0, delay: 0, total: 0, ...part };
}

/** A posture of given orders, placed at the second nine and withdrawn at ten; ids count from one. */
export function postureOf(side: number, ...orders: readonly Partial<LargeOrder>[]): Posture {
  const posture = new Posture();
  posture.side = side;
  orders.forEach((part, at) => {
    const order = Object.assign(new LargeOrder(), { side, lo: at + 1, placedMs: 9000, movedMs: 9000 });
    posture.orders.push(Object.assign(order, { withdrawnMs: 10_000, ...part }));
  });
  for (const order of posture.orders) {
    const [placedNs, withdrawnNs] = [order.placedMs, order.withdrawnMs].map((ms) => BigInt(ms) * NS_PER_MS);
    order.placedHi = nsHi(placedNs ?? 0n);
    order.placedLo = nsLo(placedNs ?? 0n);
    order.withdrawnHi = nsHi(withdrawnNs ?? 0n);
    order.withdrawnLo = nsLo(withdrawnNs ?? 0n);
  }
  return posture;
}

/** A sequence that took in these withdrawals, each of one order of 64 contracts at 998 unless given. */
export function sequenceOf(
  ...cycles: readonly { seen?: Partial<Withdrawal>; posture?: Posture }[]
): SpoofSequence {
  const sequence = new SpoofSequence();
  cycles.forEach(({ seen: part, posture }, at) => {
    const seen = withdrawalOf(part);
    if (at === 0) sequence.begin(seen);
    sequence.takeCycle(seen, ownEvidence(), likenessOf());
    sequence.noteCycle(posture ?? postureOf(seen.side, { priceTicks: 998, size: 64 }), false);
  });
  return sequence;
}
