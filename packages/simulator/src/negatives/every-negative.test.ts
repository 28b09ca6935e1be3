import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import { MarketGauge } from '#agents/frame/market-gauge.ts';
import { AgentMarket, BEST_BID, lastOf } from '#testing/agent-market.ts';
import { faultOf } from '#testing/agent-run.ts';
import { BigCancelInfo } from './big-cancel-info.ts';
import { BigHonest } from './big-honest.ts';
import { Churns } from './churns.ts';
import { Flickers } from './flickers.ts';
import { Herds } from './herds.ts';
import { Leggers } from './leggers.ts';
import { OneLots } from './one-lots.ts';
import { PartialModifies } from './partial-modifies.ts';
import { Pulls } from './pulls.ts';
import { Requotes } from './requotes.ts';
import { SweepNews } from './sweep-news.ts';
import { ThinDrifts } from './thin-drifts.ts';
import { TrueBreakouts } from './true-breakouts.ts';

type Make = (market: MarketAccess, owner: number, perHour: number, gauge: MarketGauge) => Agent;

const RESTING = {
  bigCancelInfo: (market, owner, perHour) => new BigCancelInfo(market, owner, perHour),
  bigHonest: (market, owner, perHour) => new BigHonest(market, owner, perHour),
  churn: (market, owner, perHour) => new Churns(market, owner, perHour),
  flicker: (market, owner, perHour) => new Flickers(market, owner, perHour),
  legger: (market, owner, perHour) => new Leggers(market, owner, perHour),
  oneLots: (market, owner, perHour) => new OneLots(market, owner, perHour),
  partialModify: (market, owner, perHour) => new PartialModifies(market, owner, perHour),
  pull: (market, owner, perHour) => new Pulls(market, owner, perHour),
  requote: (market, owner, perHour) => new Requotes(market, owner, perHour),
} satisfies Record<string, Make>;
const TAKING = {
  autocorrNoise: (market, owner, perHour, gauge) => new Herds(market, { owner, perHour, gauge }),
  sweepNews: (market, owner, perHour, gauge) => new SweepNews(market, { owner, perHour, gauge }),
  thinDrift: (market, owner, perHour, gauge) => new ThinDrifts(market, { owner, perHour, gauge }),
  trueBreakout: (market, owner, perHour, gauge) => new TrueBreakouts(market, { owner, perHour, gauge }),
} satisfies Record<string, Make>;
const NEGATIVES: readonly (readonly [sub: string, make: Make])[] = Object.entries({ ...RESTING, ...TAKING });

const AGENT = 2;
const CASES = { numRuns: 2 };
const anySeed = fc.integer({ min: 1, max: 1_000_000 });

interface Setting {
  readonly perHour: number;
  readonly seconds: number;
  readonly empty?: boolean;
}

/** A market that goes up and down by ten ticks, in which traders of one kind come and go. */
function session(seed: number, make: Make, { perHour, seconds, empty = false }: Setting): AgentMarket {
  const exchange = new AgentMarket(seed, { empty, answer: 'follow' });
  const gauge = exchange.install((market, owner) => new MarketGauge(market, owner));
  exchange.install((market, owner) => make(market, owner, perHour, gauge));
  let step = 0;
  exchange.every(20, () => {
    const way = step++ % 20;
    if (empty) exchange.withdrawCrowd();
    else exchange.quote(BEST_BID + (way < 10 ? way : 20 - way), 5);
    exchange.trade(step % 4 < 2 ? 1 : 2, 12);
  });
  exchange.run(seconds);
  exchange.finish();
  return exchange;
}

const BUSY: Setting = { perHour: 900, seconds: 40 };
/** Those who take look at the market for five minutes first. */
const LATE: Setting = { perHour: 240, seconds: 360 };

describe.each(NEGATIVES)('%s', (sub, make) => {
  test('is labelled as harmless only, once for each trader', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { labels } = session(seed, make, sub in TAKING ? LATE : BUSY);
        for (const label of labels)
          expect([label.type, label.sub, label.success]).toEqual(['neg', sub, null]);
        expect(new Set(labels.map(({ id }) => id)).size).toBe(labels.length);
      }),
      CASES,
    );
  });

  test('acts the same under one seed, and a trader who rests orders otherwise under another', () => {
    const textOf = (seed: number): string => {
      const { deeds, labels } = session(seed, make, sub in TAKING ? LATE : BUSY);
      return JSON.stringify([deeds, labels.map(({ id, t0Ns, t1Ns }) => [id, String(t0Ns), String(t1Ns)])]);
    };
    const first = textOf(7);
    expect(textOf(7) === first).toBe(true);
    if (sub in RESTING) expect(textOf(8) === first).toBe(false);
  });

  test('never comes at a frequency of 0', () => {
    const { labels, deeds } = session(3, make, { ...BUSY, perHour: 0 });
    expect(deeds.filter(({ by }) => by === AGENT)).toEqual([]);
    expect(labels).toEqual([]);
  });

  test('does nothing in a market without a book', () => {
    const { labels, deeds } = session(3, make, { ...BUSY, empty: true });
    expect(deeds.filter(({ by }) => by === AGENT)).toEqual([]);
    expect(labels).toEqual([]);
  });
});

/** Contracts of resting orders by id; what an order traded as an aggressor is not its own execution at rest. */
function executedOf({ deeds }: AgentMarket): Map<string, number> {
  const aggressors = new Set(
    deeds.filter(({ action }) => action === 'trade').map(({ id, atNs }) => `${id} ${atNs}`),
  );
  const executed = new Map<string, number>();
  for (const { action, id, atNs, size } of deeds)
    if (action === 'fill' && !aggressors.has(`${id} ${atNs}`))
      executed.set(id, (executed.get(id) ?? 0) + size);
  return executed;
}

describe.each(Object.entries(RESTING))('%s', (_, make) => {
  test('has labels that state what the rows show of its orders', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const exchange = session(seed, make, BUSY);
        const executed = executedOf(exchange);
        expect(exchange.labels.map((label) => faultOf(label, executed)).filter(Boolean)).toEqual([]);
        expect(exchange.labels.length).toBeGreaterThan(0);
      }),
      CASES,
    );
  });

  test('leaves no order in the book after its label', () => {
    const exchange = new AgentMarket(5, { answer: 'refill' });
    exchange.install((market, owner) => make(market, owner, 1), 1);
    exchange.runUntil(() => exchange.labels.length > 0);
    expect(lastOf(exchange.labels).orderIds.filter((id) => exchange.shown(id) > 0)).toEqual([]);
  });
});
