import { type FeedTier, InstrumentMarket, MINUTE_MS, SIDE_BID, SIMULATED_CALENDAR } from '@undertow/market';
import { CLEAN, createSession, createTierDeriver, type Label, RowBuffer } from '@undertow/simulator';
import { expect, test } from 'vitest';
import type { CandidateFacts } from '#calibration/judge.ts';
import { createPipeline } from '#pipeline/pipeline.ts';
import { ES } from '#testing/hand-tape.ts';

const START_MS = Date.parse('2026-11-18T15:00:00Z');
const GRACE_MS = 10_000;
const MINUTES = 80;

/** Looks at candidates and the defences that were true, in a market that defends prices often. */
function play(seed: number, tier: FeedTier): { looks: CandidateFacts[]; defended: Label[] } {
  const looks: CandidateFacts[] = [];
  const market = new InstrumentMarket({
    instrument: ES,
    tier,
    calendar: SIMULATED_CALENDAR,
  });
  const pipeline = createPipeline({
    instrument: ES,
    tier,
    market,
    emit: () => undefined,
    types: ['absorption'],
    candidates: {
      onCandidate: (model, _tier, candidate) => {
        if (model.name === 'absorption') looks.push(candidate);
      },
      onOutcome: () => undefined,
    },
  });
  const session = createSession({
    instrument: ES,
    seed,
    startMs: START_MS,
    openTicks: ES.basePriceTicks,
    agents: { ...CLEAN, absorbersPerHour: 14 },
  });
  const deriver = createTierDeriver(tier, { seed });
  const rows = new RowBuffer();
  const derived = new RowBuffer();
  const labels: Label[] = [];
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    rows.clear();
    derived.clear();
    session.advance(START_MS + minute * MINUTE_MS, rows);
    deriver.derive(rows, derived);
    market.applyBatch(derived, (event) => pipeline.onMatch(event));
    labels.push(...session.takeLabels());
  }
  labels.push(...session.finish());
  const defended = labels.filter(
    ({ type, observability }) => type === 'absorption' && observability === 'strong',
  );
  return { looks, defended };
}

function covers({ side, t0Ns, t1Ns, priceLowTicks, priceHighTicks }: Label, look: CandidateFacts): boolean {
  return (
    (look.side === SIDE_BID ? 'bid' : 'ask') === side &&
    look.timeMs >= Number(t0Ns) / 1e6 &&
    look.timeMs <= Number(t1Ns) / 1e6 + GRACE_MS &&
    look.priceLowTicks <= priceHighTicks + 1 &&
    look.priceHighTicks >= priceLowTicks - 1
  );
}

test.each(['L3', 'L1T'] as const)(
  'on %s nearly every defence of a price is looked at while it lasts',
  (tier) => {
    const { looks, defended } = play(311, tier);
    expect(defended.length).toBeGreaterThan(5);
    const seen = defended.filter((label) => looks.some((look) => covers(label, look)));
    expect(seen.length / defended.length).toBeGreaterThanOrEqual(0.85);
    // Loose candidates: most of them are nothing.
    expect(new Set(looks.map(({ key }) => key)).size).toBeGreaterThan(defended.length);
  },
);
