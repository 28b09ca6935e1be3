/** The form of an alert rule. */
import { type AlertCondition, alertRuleInput } from '@undertow/contracts';
import { expect, test } from 'vitest';
import {
  CONDITION_KINDS,
  draftOf,
  draftOfRequest,
  NEW_RULE,
  type RuleDraft,
  ruleDraft,
} from './rule-draft.ts';

const RULE = {
  name: 'Iceberg near VWAP',
  notificationMethod: 'email_in_app' as const,
  isEnabled: false,
  instrumentIds: [1, 2],
  sessionHours: 'regular' as const,
  newsWindow: 'outside' as const,
  coolDownSeconds: 300,
  quietHours: { from: '22:00', to: '07:00' },
  expiresAt: '2026-12-24T18:30:00.000Z',
};

const CONDITIONS: readonly AlertCondition[] = [
  { kind: 'price_level', test: 'crosses_above', price: '-12.25' },
  { kind: 'price_move', direction: 'down', ticks: 20, percent: null, withinMinutes: 5 },
  { kind: 'price_move', direction: 'either', ticks: null, percent: 0.75, withinMinutes: 1440 },
  { kind: 'volume', multiple: 2.5, windowMinutes: 15 },
  { kind: 'trend', to: ['bearish'] },
  {
    kind: 'event',
    eventTypes: ['iceberg', 'stop_run'],
    side: 'ask',
    minConfidence: 0.57,
    minSize: 300,
    perDay: 30,
    near: { price: null, level: 'vwap', withinTicks: 4 },
  },
  {
    kind: 'event',
    eventTypes: ['support'],
    side: null,
    minConfidence: 0,
    minSize: 0,
    perDay: null,
    near: { price: '4567.25', level: null, withinTicks: 0 },
  },
];

const ON_A_LINE: Extract<AlertCondition, { kind: 'price_line' }> = {
  ...{ kind: 'price_line', test: 'crosses', drawingId: 'd1', part: 'line' },
  line: {
    name: 'Trend line',
    from: { at: '2026-11-20T14:00:00.000Z', price: '4567.25' },
    to: { at: '2026-11-20T15:00:00.000Z', price: '4570.00' },
    extent: 'right',
    contract: 'ESZ6',
  },
};

const problems = (change: Partial<RuleDraft>): string[] => {
  const found = ruleDraft.safeParse({ ...NEW_RULE, name: 'A rule', eventTypes: ['iceberg'], ...change });
  return found.success ? [] : found.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test.each([...CONDITIONS, ON_A_LINE])(
  'a rule survives the round trip through its fields: $kind',
  (condition) => {
    const rule = { ...RULE, condition };
    expect(ruleDraft.parse(draftOf(rule))).toEqual(rule);
  },
);

test('a rule of all instruments, without quiet hours and end, survives the round trip', () => {
  const rule = {
    ...RULE,
    instrumentIds: [],
    quietHours: null,
    expiresAt: null,
    condition: CONDITIONS[3] ?? { kind: 'trend' as const, to: [] },
  };
  expect(ruleDraft.parse(draftOf(rule))).toEqual(rule);
});

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1',
  '1.1',
  '2.5',
  '0.001',
  '50',
  '99999999',
  '1e3',
  '0x10',
  'NaN',
  '4567.25',
  '.5',
  '٣',
];
const NUMBER_FIELDS = [
  'levelPrice',
  'moveAmount',
  'moveMinutes',
  'multiple',
  'confidence',
  'minSize',
  'nearPrice',
  'nearTicks',
] as const;

test.each(CONDITION_KINDS)('what the fields of %s let through is what the contract takes', (kind) => {
  const start = {
    ...NEW_RULE,
    name: 'A rule',
    kind,
    eventTypes: ['iceberg', 'no such type'],
    levelPrice: '1',
    instrumentIds: ['1'],
    drawn: ON_A_LINE,
  };
  const drafts = NUMBER_FIELDS.flatMap((field) =>
    TEXTS.flatMap((text) =>
      (['ticks', 'percent'] as const).map((moveUnit) => ({
        ...start,
        moveUnit,
        near: 'price',
        nearPrice: '1',
        [field]: text,
      })),
    ),
  );
  const taken = drafts.map((draft) => ruleDraft.safeParse(draft)).filter(({ success }) => success);
  expect(taken.length).toBeGreaterThan(0);
  for (const { data } of taken) expect(alertRuleInput.safeParse(data).error?.issues).toBeUndefined();
});

test('an invalid value is reported at its field, of the chosen kind only', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ name: ' ' })).toEqual(['name: Enter a name, for example ES above 6000.']);
  expect(problems({ eventTypes: [] })).toEqual(['eventTypes: Choose at least one type.']);
  expect(problems({ confidence: '101' })).toEqual(['confidence: Enter a number from 0 to 100.']);
  expect(problems({ near: 'price', instrumentIds: ['1'] })).toEqual([
    'nearPrice: Enter a price such as 4567.25.',
  ]);
  expect(problems({ kind: 'price_level', instrumentIds: ['1'] })).toEqual([
    'levelPrice: Enter a price such as 4567.25.',
  ]);
  expect(problems({ kind: 'price_level', levelPrice: '4567.25' })).toEqual([
    'instrumentIds: Choose at least one instrument.',
  ]);
  expect(problems({ kind: 'price_move', moveAmount: '2.5' })).toEqual([
    'moveAmount: Enter a whole number from 1 to 100000.',
  ]);
  expect(problems({ kind: 'price_move', moveUnit: 'percent', moveAmount: '0.5' })).toEqual([]);
  expect(problems({ kind: 'volume', multiple: '1' })).toEqual(['multiple: Enter a number from 1.1 to 100.']);
  expect(problems({ kind: 'price_line', allInstruments: false, instrumentIds: ['1'] })).toEqual([
    'kind: Draw a line on a chart, and choose Alert beside it.',
  ]);
  expect(problems({ kind: 'trend', trends: [] })).toEqual(['trends: Choose at least one trend.']);
  expect(problems({ allInstruments: false })).toEqual(['instrumentIds: Choose at least one instrument.']);
  expect(problems({ isQuiet: true, quietFrom: '' })).toEqual(['quietFrom: Enter a time such as 22:30.']);
  expect(problems({ isQuiet: true, quietTo: '22:00' })).toEqual([
    'quietTo: Enter a time different from the first.',
  ]);
});

test('an alert requested from an event is a rule about such events that can be saved unchanged', () => {
  const draft = draftOfRequest({ instrumentId: 4, eventType: 'stop_run', price: '69.18' }, 'CL');
  const rule = ruleDraft.parse(draft);
  expect(alertRuleInput.parse(rule)).toMatchObject({
    name: 'Stop run in CL',
    instrumentIds: [4],
    condition: { kind: 'event', eventTypes: ['stop_run'], near: null },
  });
  const level = ruleDraft.parse({ ...draft, kind: 'price_level' });
  expect(level.condition).toMatchObject({ kind: 'price_level', price: '69.18' });
});

test('a new rule is for the largest events of a day, as many as its owner chose', () => {
  expect(NEW_RULE.perDay).toBe('chosen');
  expect(draftOfRequest({ instrumentId: 1, eventType: 'iceberg', price: '5000.00' }, 'ES').perDay).toBe(
    'chosen',
  );
});
