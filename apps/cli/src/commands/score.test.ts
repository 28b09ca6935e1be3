import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliRun, captured } from '#testing/recorded-data.ts';

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-score-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

type Fields = Readonly<Record<string, unknown>>;

const T0 = 1_772_461_800_000_000_000n;
const second = (seconds: number): string => String(T0 + BigInt(seconds) * 1_000_000_000n);

const LABEL: Fields = {
  id: 'iceberg-1',
  type: 'iceberg',
  sub: 'native',
  side: 'bid',
  symbol: 'ESH6',
  t0: second(0),
  t1: second(10),
  tEvident: second(1),
  priceLow: '4567.25',
  priceHigh: '4567.25',
  qty: 50,
  agentIds: ['native-iceberg/1'],
  orderIds: ['1'],
  params: { display: 5 },
  observability: 'exact',
  success: true,
};

const DETECTION: Fields = {
  id: 'a',
  symbol: 'ESH6',
  eventType: 'iceberg',
  side: 'bid',
  price: '4567.25',
  priceLow: '4567.25',
  priceHigh: '4567.25',
  size: 40,
  confidence: 1,
  exact: true,
  detectedAt: second(1),
  metadata: { sub: 'native', tier: 'L3', degraded: false, updatedAt: second(1) },
};

const linesOf = (lines: readonly (Fields | string)[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

async function score(
  labels: readonly (Fields | string)[],
  detections: readonly (Fields | string)[],
  ...argv: string[]
): Promise<CliRun> {
  writeFileSync(join(scratch, 'labels.jsonl'), linesOf(labels));
  writeFileSync(join(scratch, 'found.jsonl'), linesOf(detections));
  return captured('score', join(scratch, 'labels.jsonl'), join(scratch, 'found.jsonl'), ...argv);
}

interface Report {
  readonly rows: readonly {
    readonly row: string;
    readonly labels: number;
    readonly found: number;
    readonly wrong: number;
    readonly duplicates: number;
    readonly precision: { value: number; low: number; high: number } | null;
    readonly recall: { value: number } | null;
    readonly delayMedianMs: number | null;
  }[];
  readonly tiers: readonly string[];
  readonly unscored: number;
}

async function report(
  labels: readonly Fields[],
  detections: readonly Fields[],
  ...argv: string[]
): Promise<Report> {
  const { code, data } = await score(labels, detections, '--json', ...argv);
  expect(code).toBe(0);
  expect(data).toHaveLength(1);
  return JSON.parse(data[0]!) as Report;
}

test('found, missed, wrong and duplicate findings are counted, with intervals and delay', async () => {
  const missed = { ...LABEL, id: 'iceberg-2', side: 'ask' };
  const wrong = { ...DETECTION, id: 'b', priceLow: '4570.00', priceHigh: '4570.00' };
  const again = { ...DETECTION, id: 'c', detectedAt: second(3) };
  const { rows, tiers } = await report([LABEL, missed], [DETECTION, wrong, again]);
  expect(tiers).toEqual(['L3']);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    row: 'iceberg/native',
    labels: 2,
    found: 1,
    wrong: 1,
    duplicates: 1,
    recall: { value: 0.5 },
    delayMedianMs: 0,
  });
  expect(rows[0]?.precision?.value).toBe(0.5);
  expect(rows[0]?.precision?.low).toBeGreaterThan(0.05);
  expect(rows[0]?.precision?.high).toBeLessThan(0.95);
});

test('the table shows the same figures', async () => {
  const { code, data, notes } = await score([LABEL], [DETECTION]);
  expect(code).toBe(0);
  expect(data[0]).toMatch(/^type\s+precision\s+recall\s+F1/);
  expect(data[1]).toMatch(/^iceberg\/native\s+1\.000 .*1 of 1\s+0\s+0\s+0\.0 s$/);
  expect(notes.at(-1)).toContain('1 findings at 0.6 or above');
});

test('types with their sub in one word and fields of others are understood', async () => {
  const label = { ...LABEL, type: 'iceberg/native', sub: undefined, owner: 'somebody', params: undefined };
  const detection = { ...DETECTION, eventType: 'iceberg/native', metadata: { tier: 'L3' }, more: [1] };
  expect((await report([label], [detection])).rows[0]).toMatchObject({ found: 1, wrong: 0 });
});

test('a finding counts from the line at which it reaches the confidence', async () => {
  const absorption = { ...LABEL, type: 'absorption', sub: 'scripted', t1: second(60), tEvident: second(1) };
  const first = {
    ...DETECTION,
    eventType: 'absorption',
    confidence: 0.5,
    exact: false,
    metadata: { tier: 'L3' },
  };
  const later = { ...first, update: true, confidence: 0.7, metadata: { tier: 'L3', updatedAt: second(20) } };
  expect((await report([absorption], [first])).rows[0]).toMatchObject({ found: 0, labels: 1 });
  expect((await report([absorption], [first, later])).rows[0]).toMatchObject({
    found: 1,
    delayMedianMs: 19_000,
  });
  const lower = await report([absorption], [first], '--min-confidence', '0.4');
  expect(lower.rows[0]).toMatchObject({ found: 1, delayMedianMs: 0 });
});

test('what is degraded or touches a gap leaves the score', async () => {
  const gap = { id: 'gap-1', type: 'gap', symbol: 'ESH6', t0: second(9), t1: second(12) };
  const far = { ...LABEL, id: 'far', t0: second(100), t1: second(110), tEvident: second(101) };
  const degraded = {
    ...DETECTION,
    id: 'd',
    detectedAt: second(300),
    metadata: { sub: 'native', tier: 'L3', degraded: true },
  };
  expect((await report([LABEL, far, gap], [degraded])).rows[0]).toMatchObject({
    labels: 1,
    found: 0,
    wrong: 0,
  });
});

test('a pattern is placed by its zone, and patterns without labels of their kind are counted separately', async () => {
  const trap = { ...LABEL, type: 'trap', sub: 'scripted' };
  const levels = [
    { label: 'zone', low: '4567.00', high: '4567.50' },
    { label: 'target', low: '4500.00', high: '4500.00' },
  ];
  const pattern = {
    ...DETECTION,
    eventType: 'retail_trap_zone',
    priceLow: '4500.00',
    exact: false,
    metadata: { sub: null, tier: 'L3', levels },
  };
  const reversal = { ...pattern, id: 'r', eventType: 'smart_reversal' };
  const { rows, unscored } = await report([trap], [pattern, reversal]);
  expect(rows[0]).toMatchObject({ row: 'retail_trap_zone', found: 1, wrong: 0 });
  expect(unscored).toBe(1);
});

test('the bare product means its contract', async () => {
  expect((await report([{ ...LABEL, symbol: 'ES' }], [DETECTION])).rows[0]).toMatchObject({ found: 1 });
});

test.each([
  ['text that is no JSON', ['{oops'], [DETECTION], 'labels.jsonl:1: expected a line of JSON'],
  [
    'an unknown type',
    [LABEL, { ...LABEL, id: 'x', type: 'icebreg' }],
    [DETECTION],
    'labels.jsonl:2: expected one of iceberg',
  ],
  [
    'a label given twice',
    [LABEL, LABEL],
    [DETECTION],
    'labels.jsonl:2: expected an id that no other label has',
  ],
  [
    'a price as a number',
    [{ ...LABEL, priceLow: 4567.25 }],
    [DETECTION],
    'expected a decimal price as a string for priceLow, got 4567.25',
  ],
  ['a price off the tick', [{ ...LABEL, priceLow: '4567.30' }], [DETECTION], 'ES moves in 0.25'],
  [
    'an end before the beginning',
    [{ ...LABEL, t1: '1' }],
    [DETECTION],
    'expected an instant not before t0 for t1',
  ],
  [
    'an unknown product',
    [{ ...LABEL, symbol: 'XYZ' }],
    [DETECTION],
    'expected a product or contract of the catalogue',
  ],
  [
    'an unknown tier',
    [LABEL],
    [{ ...DETECTION, metadata: { tier: 'L9' } }],
    'found.jsonl:1 metadata: expected one of L3, L2S, L2C, L1T for tier, got "L9"',
  ],
  [
    'an unknown event',
    [LABEL],
    [{ ...DETECTION, eventType: 'whale' }],
    'found.jsonl:1: expected one of iceberg',
  ],
  [
    'certainty above one',
    [LABEL],
    [{ ...DETECTION, confidence: 1.2 }],
    'expected a number from 0 to 1 for confidence',
  ],
  [
    'an id used twice',
    [LABEL],
    [DETECTION, DETECTION],
    'found.jsonl:2: expected an id that was not used before',
  ],
  [
    'a change of nothing',
    [LABEL],
    [{ ...DETECTION, update: true }],
    'expected a line without update before this one',
  ],
  [
    'another market',
    [LABEL],
    [{ ...DETECTION, symbol: 'NQH6' }],
    'detections of NQH6, but labels of ESH6 only',
  ],
] as const)('%s is refused with file and line', async (_says, labels, detections, message) => {
  const { code, data, notes } = await score(labels, detections);
  expect(code).toBe(1);
  expect(data).toEqual([]);
  expect(notes.join('\n')).toContain(message);
});

test('without labels there is nothing to score, which is reported', async () => {
  const { code, notes } = await score([], [DETECTION]);
  expect(code).toBe(1);
  expect(notes[0]).toContain('there is nothing to score');
});

test('exact findings of a simulated market are all right, and none is missed', async () => {
  const out = join(scratch, 'es');
  expect((await captured('simulate', '--seed', '21', '--minutes', '10', '--out', out)).code).toBe(0);
  const { data } = await captured('detect', join(out, 'market.dbn.zst'));
  writeFileSync(join(scratch, 'detected.jsonl'), linesOf(data));
  const scored = await captured(
    'score',
    join(out, 'labels.jsonl'),
    join(scratch, 'detected.jsonl'),
    '--json',
  );
  const { rows } = JSON.parse(scored.data[0]!) as Report;
  for (const name of ['stop_election', 'iceberg/native']) {
    const row = rows.find((one) => one.row === name);
    expect(row?.labels).toBeGreaterThan(0);
    expect(row?.found).toBe(row?.labels);
    expect(row?.wrong).toBe(0);
  }
});
