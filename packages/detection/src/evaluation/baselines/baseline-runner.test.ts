/** The registry of naive rules, and the runner that plays them on the clock of the pipeline. */
import { CME_CALENDAR, FEED_TIERS, InstrumentMarket } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Finding } from '#evaluation/finding.ts';
import { rowsOf } from '#evaluation/match-rules.ts';
import { handEvent } from '#testing/hand-event.ts';
import { ES } from '#testing/hand-tape.ts';
import type { BaselineEntry } from './baseline.ts';
import { BaselineRunner } from './baseline-runner.ts';
import { BASELINES } from './registry.ts';

test('the registry has one rule for each kind, with a sentence and tiers, and a row of the score', () => {
  const names = BASELINES.map(({ type, sub }) => `${type}/${sub}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { type, sub, rule, tiers } of BASELINES) {
    expect(rule.length, type).toBeGreaterThan(30);
    expect(tiers, type).toContain('L3');
    expect(
      tiers.every((tier) => FEED_TIERS.includes(tier)),
      type,
    ).toBe(true);
    expect(rowsOf(type, sub).length, type).toBeGreaterThan(0);
  }
});

describe('the runner', () => {
  const START = Date.UTC(2026, 10, 20, 16);

  /** Runs a rule that reports each call, on events at these milliseconds after the start. */
  function calls(tier: (typeof FEED_TIERS)[number], ...timesMs: readonly number[]) {
    const heard: [string, number][] = [];
    const found: Finding[] = [];
    const entry: BaselineEntry = {
      ...{ type: 'absorption', sub: null, rule: 'everything', tiers: ['L3'] },
      create: ({ find }) => ({
        onMatch: (event) => {
          heard.push(['match', event.timeMs - START]);
          find({ side: 'bid', detectedNs: 5n, priceLowTicks: 1, priceHighTicks: 2, size: 3 });
        },
        onClock: (timeMs) => void heard.push(['clock', timeMs - START]),
        onDiscontinuity: () => undefined,
      }),
    };
    const market = new InstrumentMarket({ instrument: ES, tier, calendar: CME_CALENDAR });
    const onFinding = (finding: Finding): void => void found.push(finding);
    const runner = new BaselineRunner({
      instrument: ES,
      symbol: 'ES',
      tier,
      market,
      baselines: [entry],
      onFinding,
    });
    for (const timeMs of timesMs) runner.onMatch(handEvent(START + timeMs, []));
    return { heard, found };
  }

  test('gives each full 100 ms to the clock before the event that passes it', () => {
    expect(calls('L3', 30, 90, 100, 330).heard).toEqual([
      ['clock', 0],
      ['match', 30],
      ['match', 90],
      ['clock', 100],
      ['match', 100],
      ['clock', 200],
      ['clock', 300],
      ['match', 330],
    ]);
  });

  test('gives no more than ten minutes of clock after a silence', () => {
    const { heard } = calls('L3', 0, 3_600_000);
    const ticks = heard.filter(([kind]) => kind === 'clock').map(([, timeMs]) => timeMs);
    expect(ticks).toHaveLength(1 + 6000);
    expect([ticks[1], ticks.at(-1)]).toEqual([3_000_100, 3_600_000]);
  });

  test('names findings one by one, all of them sure', () => {
    const { found } = calls('L3', 0, 1);
    expect(found.map(({ id }) => id)).toEqual(['baseline-absorption-1', 'baseline-absorption-2']);
    expect(found[0]).toEqual({
      ...{ id: 'baseline-absorption-1', type: 'absorption', sub: null, symbol: 'ES', confidence: 1 },
      ...{ side: 'bid', detectedNs: 5n, priceLowTicks: 1, priceHighTicks: 2, size: 3 },
      ...{ exact: false, degraded: false },
    });
  });

  test('leaves out what a feed cannot serve', () => {
    expect(calls('L2C', 0, 500).heard).toEqual([]);
  });
});
