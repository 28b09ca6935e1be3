import { HOUR_NS, SECOND_NS } from '@undertow/market';
import { expect, test } from 'vitest';
import { marketBench } from '#testing/market-bench.ts';
import { ScheduledNews } from './scheduled-news.ts';

test('depth leaves for half a minute, then the worth jumps and a burst fades; both are labelled as harmless', () => {
  const { market, labels, runTo } = marketBench('ES', 5);
  const agent = new ScheduledNews(market, { owner: 9, perHour: 0.3 });
  const { conditions } = market;
  let jumped = 0;
  let least = 1;
  let releasedS = 0;
  for (let second = 1; labels.length < 2 && second < 40 * 3600; second++) {
    runTo(agent, second * SECOND_NS);
    least = Math.min(least, conditions.news.depth);
    if (conditions.valueJump === 0) continue;
    jumped = conditions.valueJump;
    conditions.valueJump = 0;
    releasedS = second;
    expect(conditions.news.pace).toBeGreaterThan(15);
  }
  expect(least).toBeCloseTo(0.2, 1);
  expect(Math.abs(jumped)).toBeGreaterThan(2 * Math.sqrt(60));
  const [pull, burst] = labels;
  expect([pull?.type, pull?.sub, burst?.type, burst?.sub]).toEqual(['neg', 'pull', 'neg', 'news']);
  const length = (label = pull): number => Number((label?.t1Ns ?? 0n) - (label?.t0Ns ?? 0n)) / SECOND_NS;
  expect(length(pull)).toBeCloseTo(30, 0);
  expect(length(burst)).toBeGreaterThan(200);
  runTo(agent, (releasedS + 900) * SECOND_NS);
  expect(conditions.news).toEqual({ pace: 1, depth: 1 });
  expect(market.nowNs).toBeLessThan(60 * HOUR_NS);
});
