/** The text of a rule: what it says, what is refused in which line, and that writing it changes nothing. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRule } from '#testing/any-rule.ts';
import { ES } from '#testing/made-session.ts';
import { checkRule } from './check-rule.ts';
import { readRule } from './read-rule.ts';
import { ruleText } from './write-rule.ts';

const read = (text: string) => readRule(text, (product) => (product === 'ES' ? ES : null));

const TEXT = `# same rule as the form
name: Iceberg near VWAP
product: ES
entry:
  event: iceberg
  probability: ">= 0.75 or exact"
  size: ">= 300"
  near: {level: vwap, ticks: 4}
filters:
  session: [rth, overnight]
  quality: complete
direction: with_event
position: {size: 1, max: 1}
exits:
  stop: 16 ticks
  target: 24 ticks
  time: 60 min
  session_end: true
costs: {round_turn: 4.20 USD}
fills: {model: fast, latency: 50 ms}
`;

test('the rule of the design is read as its form shows it', () => {
  const { rule, faults, lines } = read(TEXT);
  expect(faults).toEqual([]);
  expect(rule).toMatchObject({
    name: 'Iceberg near VWAP',
    entry: {
      all: [
        {
          kind: 'event',
          eventTypes: ['iceberg'],
          minConfidence: 0.75,
          minSize: 300,
          near: { price: null, level: 'vwap', withinTicks: 4 },
        },
      ],
    },
    filters: { session: 'any', quality: 'complete' },
    exits: { stop: { value: 16, unit: 'ticks' }, timeSeconds: 3600, sessionEnd: true },
    costs: { roundTurn: '4.20' },
    fills: { model: 'fast', latencyMs: 50, jitterMs: 20 },
  });
  expect(lines.get('entry.near')).toBe(8);
  expect(lines.get('exits.stop')).toBe(15);
});

test('JSON is read too', () => {
  const { rule } = read('{"name": "A", "product": "ES", "entry": {"event": ["iceberg", "absorption"]}}');
  expect(rule?.entry.all[0]).toMatchObject({ eventTypes: ['iceberg', 'absorption'], minConfidence: 0 });
});

test('writing a rule and reading it changes nothing', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      fc.pre(checkRule(rule, ES).length === 0);
      const again = read(ruleText(rule));
      expect(again.faults).toEqual([]);
      expect(again.rule).toEqual(rule);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['  outcome: hit', 'Line 6 uses the event’s outcome, known up to 15 min later'],
  ['  final_size: ">= 300"', 'Line 6 uses the event’s last size, known when it ends'],
  ['  near: {level: day_high, ticks: 2}', 'Line 6 uses the day’s high, known at its close'],
])('a rule that would have to know the future is refused: %s', (line, message) => {
  const entry = '  near: {level: vwap, ticks: 4}\n';
  const text = TEXT.replace(entry, '').replace('  probability: ">= 0.75 or exact"', line);
  expect(read(text)).toMatchObject({ rule: null });
  expect(read(text).faults[0]).toMatchObject({ kind: 'looks_ahead', line: 6, message });
});

test.each([
  [
    '  stop: 16 ticks',
    '  stop: sixteen',
    15,
    'expected a distance such as 16 ticks or 1.5 ranges, got sixteen',
  ],
  ['  event: iceberg', '  event: icebergs', 5, 'expected iceberg, absorption, support'],
  ['direction: with_event', 'direction: up', 12, 'expected with_event, against_event, long or short, got up'],
  ['  quality: complete', '  qualty: complete', 11, 'got qualty'],
  ['product: ES', 'product: XX', 3, 'expected a product, got XX'],
  ['  near: {level: vwap, ticks: 4}', '  near: {price: 4567.30, ticks: 4}', 8, 'ES moves in 0.25'],
  [
    '  near: {level: vwap, ticks: 4}',
    '  near: {level: vwap, price: 4567.25, ticks: 4}',
    8,
    'either a price or',
  ],
  ['  time: 60 min', '  time: 60', 17, 'expected a duration such as 30 s or 60 min, got 60'],
])('a fault names its line: %s → %s', (from, to, line, message) => {
  const { rule, faults } = read(TEXT.replace(from, to));
  expect(rule).toBeNull();
  expect(faults[0]).toMatchObject({ line });
  expect(faults[0]?.message).toContain(message);
});

test.each([
  ['filters', '  session: rth\n  hours: "20:00 to 22:00"', 'contradiction', 'These hours are never regular.'],
  ['filters', '  hours: "09:00 to 09:00"', 'never_fires', 'expected two different times'],
  ['entry', '  volume: ">= 3 times"\n  window: 5 min', 'never_fires', 'Choose long or short.'],
  ['entry', '  trend: consolidating', 'never_fires', 'Choose long or short.'],
  [
    'entry',
    '  all:\n    - event: iceberg\n    - trend: bullish\n  within: 0 s',
    'never_fires',
    'from 1 s to 4 h',
  ],
])('a rule that can never fire or contradicts itself is refused: %s %s', (part, lines, kind, message) => {
  const entry = part === 'entry' ? lines : '  event: iceberg';
  const filters = part === 'filters' ? `filters:\n${lines}\n` : '';
  const { faults } = read(`name: A\nproduct: ES\nentry:\n${entry}\n${filters}`);
  expect(faults[0]).toMatchObject({ kind });
  expect(faults[0]?.message).toContain(message);
});

test('a drawn line that ends at its second point is hindsight', () => {
  const line = (extent: string) =>
    `{drawing: d, name: A, from: {at: "2026-03-02T15:00:00Z", price: 5000}, to: {at: "2026-03-02T16:00:00Z", price: 5010}, extent: ${extent}}`;
  const of = (extent: string) => read(`name: A\nproduct: ES\nentry:\n  line: ${line(extent)}\n`);
  expect(of('right').faults).toEqual([]);
  expect(of('none').faults[0]).toMatchObject({ kind: 'looks_ahead', line: 4 });
});

test.each([
  '',
  '[]',
  'name',
  'a: [',
  'a: &a [*a]',
  '['.repeat(9000),
  '{a: '.repeat(4000),
  'a: 1\na: 2',
  'name: A\nproduct: ES\nentry: &e {event: iceberg}\nfilters: *e',
  `name: ${'x'.repeat(20_000)}`,
  '? {a: b}\n: c',
  '\u0000\u0001',
])('what is no rule is refused without harm: %j', (text) => {
  const { rule, faults } = read(text);
  expect(rule).toBeNull();
  expect(faults.length).toBeGreaterThan(0);
});

test('any text is read or refused, and never throws', () => {
  const words = fc.constantFrom(...TEXT.split(/(?<=[\s{}:,])/u));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(words).map((parts) => parts.join('')),
      ),
      (text) => {
        const { rule, faults } = read(text);
        expect(rule === null).toBe(faults.length > 0);
      },
    ),
    { numRuns: 500 },
  );
});
