import { FIGURES_VERSION, readFigures } from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import type { Scenario } from '@undertow/simulator';
import { expect, test } from 'vitest';
import { figuresOf, forecastsOf, leadsOf } from './evaluation-figures.ts';
import { evaluationSection } from './evaluation-note.ts';
import type { ScoredSession } from './score-session.ts';
import { DEV_SEEDS } from './session-plan.ts';
import { performTask } from './session-task.ts';

const TIERS: readonly FeedTier[] = ['L3', 'L2S'];

function played(scenario: Scenario, seed: number): ScoredSession {
  const plan = { symbol: 'ES', seed, minutes: 15, scenario, generator: 'g1' as const, excludedStyles: [] };
  return performTask({
    kind: 'evaluate',
    plan,
    tiers: TIERS,
    calibrators: {},
    states: null,
  }) as ScoredSession;
}

const sessions = [
  played('sparse', DEV_SEEDS.first),
  played('dense', DEV_SEEDS.first + 1),
  played('clean', DEV_SEEDS.first + 2),
];
const figures = figuresOf(sessions);
const minute = { pair: 'ES-NQ', trueLagMs: 9, claimedLagMs: 10, correlation: 0.7, isIndependent: false };
const FORECASTS = forecastsOf([
  {
    generator: 'g1',
    tiers: [
      {
        tier: 'L3',
        outcomes: Array.from({ length: 60 }, (_, at) => ({
          chances: { 1: at % 2 === 0 ? 0.9 : 0.2, 3: 0.5, 10: 0.5 },
          low: 0,
          high: at % 5 === 0 ? 0 : 5,
          followed: at % 2 === 0 ? 5 : 0,
          isComplete: true,
        })),
      },
      { tier: 'L2S', outcomes: [] },
    ],
  },
]);
const LEADS = leadsOf([
  {
    generator: 'g1',
    minutes: Array.from({ length: 40 }, (_, at) => ({
      ...minute,
      isIndependent: at >= 20,
      claimedLagMs: at < 10 || at >= 38 ? 10 : null,
    })),
  },
]);

function reached(row: string, tier: FeedTier) {
  const found = figures.rows.find((one) => one.row === row && one.tier === tier);
  if (found === undefined) throw new Error(`no figures of ${row} on ${tier}`);
  return found;
}

test.each(TIERS)('exact facts are all found on %s, and nothing else is marked exact', (tier) => {
  const elections = reached('stop_election', tier);
  expect(elections.labels).toBeGreaterThan(20);
  expect(elections).toMatchObject({ found: elections.labels, wrong: 0, duplicates: 0 });
  const icebergs = reached('iceberg/native', tier);
  expect(icebergs.labels).toBeGreaterThan(6);
  expect(icebergs.precision?.value).toBeGreaterThan(tier === 'L3' ? 0.999 : 0.97);
  expect(icebergs.recall?.value).toBeGreaterThan(tier === 'L3' ? 0.99 : 0.9);
});

test('the same findings against labels moved in time are no better than chance', () => {
  for (const row of ['stop_election', 'iceberg/native'])
    expect(reached(row, 'L3').permutedF1).toBeLessThan(0.15);
});

test('a market without planted patterns raises almost nothing', () => {
  for (const row of figures.rows) expect(row.falseAlarmsPerHour?.value ?? 0).toBeLessThan(8);
});

test('every row has its intervals in order and its prevalence', () => {
  for (const { precision, recall, f1, prevalencePerHour, labels } of figures.rows) {
    for (const estimate of [precision, recall, f1]) {
      if (estimate === null) continue;
      expect(estimate.low).toBeLessThanOrEqual(estimate.value);
      expect(estimate.high).toBeGreaterThanOrEqual(estimate.value);
    }
    if (labels > 0) expect(prevalencePerHour).toBeGreaterThan(0);
  }
});

const HEAD = {
  version: FIGURES_VERSION,
  date: '2026-11-21',
  commit: 'abc1234',
  forecasts: FORECASTS,
  leads: LEADS,
} as const;

test('figures pass their own strict reader unchanged', () => {
  const expected = { ...HEAD, command: 'x', seeds: 'y', ...figures };
  expect(readFigures(JSON.parse(JSON.stringify(expected)))).toEqual(expected);
  expect(figures.models.some(({ reliability }) => reliability.length === 10)).toBe(true);
  expect(() => readFigures({ ...expected, version: 1 })).toThrow(
    `expected version ${FIGURES_VERSION} at figures.version`,
  );
});

test('the note names command, seeds and goals, and marks missed goals', () => {
  const section = evaluationSection({
    figures: { ...HEAD, command: 'undertow evaluate --full', seeds: 'dev, 300 to 302', ...figures },
    states: [],
    outcomes: [],
  });
  expect(section).toContain(
    '`undertow evaluate --full`, 2026-11-21, commit abc1234. Seeds: dev, 300 to 302.',
  );
  expect(section).toMatch(/\| stop_election \| L3 \| 1\.00 .*\| 0\.999 \/ 0\.999 \| yes \|/);
  expect(section).toContain(
    '| G1 | L3 | 60 (60) | 0.90 (0.90–0.90) | 0.00 (0.00–0.00) | – | 0.025 / 0.250 /',
  );
  expect(section).toContain(
    '| G1 | ES-NQ | 1 | 20 | 10 | 1.00 (1.00–1.00) | 20 | 0.100 (0.100–0.100) | no |',
  );
  const spoofing = figures.rows.find(({ row, tier }) => row === 'spoofing' && tier === 'L3');
  if (spoofing !== undefined && (spoofing.recall?.value ?? 0) < 0.7)
    expect(section).toMatch(/\| spoofing \| L3 \|.*\| 0\.8 \/ 0\.7 \| no \|/);
});
