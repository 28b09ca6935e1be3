import { SECOND_NS } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MarketConditions } from '#flow/market-conditions.ts';
import { VolumeLaw } from './volume-law.ts';

interface Learnt {
  readonly conditions: MarketConditions;
  readonly law: VolumeLaw;
  /** So many seconds pass in which so many contracts a second trade. */
  readonly pass: (seconds: number, perSecond: number, isPlanned?: boolean) => void;
}

function learnt(): Learnt {
  const conditions = new MarketConditions(1);
  const law = new VolumeLaw(conditions);
  let timeNs = 0;
  let volume = 0;
  return {
    conditions,
    law,
    pass: (seconds, perSecond, isPlanned = false) => {
      timeNs += seconds * SECOND_NS;
      volume += seconds * perSecond;
      law.learn(timeNs, volume, isPlanned);
    },
  };
}

describe('what the law calls usual', () => {
  test('is nothing before five minutes', () => {
    const { law, pass } = learnt();
    pass(299, 10);
    expect(law.usualPerSecond).toBe(0);
    pass(1, 10);
    expect(law.usualPerSecond).toBeCloseTo(10, 9);
  });

  test('is the mean of all that traded, however it was parted', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 6, maxLength: 30 }), (perSecond) => {
        const { law, pass } = learnt();
        for (const contracts of perSecond) pass(60, contracts);
        const mean = perSecond.reduce((sum, contracts) => sum + contracts, 0) / perSecond.length;
        expect(law.usualPerSecond).toBeCloseTo(mean, 6);
      }),
    );
  });

  test('is not taught by planned bursts, whose time does not count either', () => {
    const { law, pass } = learnt();
    pass(300, 10);
    pass(60, 500, true);
    expect(law.usualPerSecond).toBeCloseTo(10, 9);
    pass(300, 20);
    expect(law.usualPerSecond).toBeCloseTo(15, 9);
  });

  test('is nothing where all the time was planned', () => {
    const { law, pass } = learnt();
    pass(400, 10, true);
    expect(law.usualPerSecond).toBe(0);
  });

  test.each([
    ['the day', 'day'],
    ['the latent pace', 'latent'],
    ['the regime', 'regime'],
  ] as const)('doubles at once with %s', (_, part) => {
    const { conditions, law, pass } = learnt();
    pass(600, 10);
    conditions[part].pace = 2;
    conditions.refresh();
    expect(law.usualPerSecond).toBeCloseTo(20, 9);
    // What then trades is what that pace brings: it teaches nothing new.
    pass(600, 20);
    expect(law.usualPerSecond).toBeCloseTo(20, 9);
    conditions[part].pace = 1;
    conditions.refresh();
    expect(law.usualPerSecond).toBeCloseTo(10, 9);
  });

  test('is not raised by news, though its pace explains what trades meanwhile', () => {
    const { conditions, law, pass } = learnt();
    pass(600, 10);
    conditions.news.pace = 5;
    conditions.refresh();
    expect(law.usualPerSecond).toBeCloseTo(10, 9);
    pass(60, 50);
    conditions.news.pace = 1;
    conditions.refresh();
    expect(law.usualPerSecond).toBeCloseTo(10, 9);
  });
});
