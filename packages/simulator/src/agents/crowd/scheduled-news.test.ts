import { HOUR_NS, SECOND_NS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Label } from '#ground-truth/labels.ts';
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

/** Runs until so many labels were written, and what the state was each second. */
function released(
  perHour: number,
  count: number,
): {
  readonly labels: readonly Label[];
  readonly seconds: readonly { readonly depth: number; readonly pace: number; readonly jump: number }[];
} {
  const { market, labels, runTo } = marketBench('ES', 6);
  const agent = new ScheduledNews(market, { owner: 9, perHour });
  const seconds: { depth: number; pace: number; jump: number }[] = [];
  for (let second = 1; labels.length < count && second < 60 * 3600; second++) {
    runTo(agent, second * SECOND_NS);
    const { news, valueJump } = market.conditions;
    seconds.push({ depth: news.depth, pace: news.pace, jump: valueJump });
  }
  return { labels, seconds };
}

test('depth falls step by step to a fifth, and the pace rises only with the release', () => {
  const { seconds } = released(0.3, 2);
  const from = seconds.findIndex(({ depth }) => depth < 1);
  const release = seconds.findIndex(({ jump }) => jump !== 0);
  expect(release - from).toBeGreaterThanOrEqual(28);
  expect(release - from).toBeLessThanOrEqual(31);
  for (let second = from + 1; second < release; second++) {
    expect(seconds[second]!.depth).toBeLessThan(seconds[second - 1]!.depth);
    expect(seconds[second]!.pace).toBe(1);
  }
  expect(seconds[release - 1]!.depth).toBeCloseTo(0.2, 1);
});

test('the burst halves every minute and a half, and depth is back sooner', () => {
  const { seconds } = released(0.3, 2);
  const release = seconds.findIndex(({ jump }) => jump !== 0);
  const paceAfter = (later: number): number => seconds[release + later]!.pace - 1;
  expect(paceAfter(90) / paceAfter(0)).toBeCloseTo(0.5, 3);
  expect(paceAfter(180) / paceAfter(0)).toBeCloseTo(0.25, 3);
  const missing = (later: number): number => 1 - seconds[release + later]!.depth;
  expect(missing(30) / missing(0)).toBeCloseTo(0.5, 3);
});

test('the jump is two and a half to six deviations of a minute, either way, and both labels state it', () => {
  const signs = new Set<number>();
  const { labels } = released(1.5, 24);
  const minute = 1.25 * Math.sqrt(60);
  for (const { params, sub, tEvidentNs, t0Ns } of labels) {
    const sigmas = Number(params['jumpSigmas']);
    signs.add(Math.sign(sigmas));
    expect(Math.abs(sigmas)).toBeGreaterThanOrEqual(2.5);
    expect(Math.abs(sigmas)).toBeLessThanOrEqual(6);
    expect(['pull', 'news']).toContain(sub);
    expect(tEvidentNs).toBe(t0Ns);
  }
  expect(signs.size).toBe(2);
  const { seconds } = released(0.3, 2);
  const [first] = released(0.3, 1).labels;
  const jump = seconds.find((second) => second.jump !== 0)?.jump ?? 0;
  expect(jump / minute).toBeCloseTo(Number(first?.params['jumpSigmas']), 2);
});

test('one release at a time: the next is not begun before the effect of the last has gone', () => {
  const { labels } = released(60, 12);
  const pulls = labels.filter(({ sub }) => sub === 'pull');
  for (let at = 1; at < pulls.length; at++)
    expect(Number(pulls[at]!.t0Ns - pulls[at - 1]!.t0Ns) / SECOND_NS).toBeGreaterThanOrEqual(30 + 720);
});

test('the end of the session labels a burst under way, and nothing before the release or after the burst', () => {
  const finishedAfter = (seconds: number): readonly string[] => {
    const { market, labels, runTo } = marketBench('ES', 6);
    const agent = new ScheduledNews(market, { owner: 9, perHour: 0.3 });
    let second = 1;
    for (; market.conditions.news.depth === 1; second++) runTo(agent, second * SECOND_NS);
    runTo(agent, (second + seconds) * SECOND_NS);
    agent.finish();
    return labels.map(({ sub }) => sub);
  };
  expect(finishedAfter(10)).toEqual([]);
  expect(finishedAfter(60)).toEqual(['pull', 'news']);
  expect(finishedAfter(400)).toEqual(['pull', 'news']);
});

test('nothing is released at a frequency of 0', () => {
  const { market, labels, runTo } = marketBench('ES', 5);
  runTo(new ScheduledNews(market, { owner: 9, perHour: 0 }), 20 * HOUR_NS);
  expect([labels, market.conditions.news]).toEqual([[], { pace: 1, depth: 1 }]);
});
