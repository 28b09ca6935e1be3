/** A time zone is a name of the IANA database; what another release stored stays readable. */
import { byEventType } from '@undertow/market';
import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, isTimeZone, preferences, readStoredPreferences } from './preferences.ts';

test.each([
  'Europe/London',
  'America/New_York',
  'America/Argentina/Buenos_Aires',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Etc/GMT+5',
  'UTC',
])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each([
  '',
  'Mars/Olympus',
  '+05:00',
  '-0800',
  'Europe/London\r\nBcc: x@evil.example',
  'Europe/../London',
  '<b>UTC</b>',
  'x'.repeat(10_000),
  'Europe/London/',
  ' UTC',
])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false);
});

test('without a chosen time zone it is null: screens use the browser’s', () => {
  expect(preferences.parse(DEFAULT_PREFERENCES).timeZone).toBeNull();
});

test('preferences of the previous release keep their values and take the default of new ones', () => {
  const {
    eventsPerDay: _new,
    exchangeClock: _newer,
    ...before
  } = {
    ...DEFAULT_PREFERENCES,
    theme: 'dark' as const,
    bookShare: 0.3,
  };
  expect(readStoredPreferences(before)).toEqual({ ...before, eventsPerDay: 10, exchangeClock: false });
});

test('a preference added to a nested group takes its default, and the others of the group are kept', () => {
  const { aiLevels: _newLayer, ...layers } = { ...DEFAULT_PREFERENCES.layers, volume: false };
  const { spoofing: _newType, ...eventTypes } = DEFAULT_PREFERENCES.eventTypes;
  const iceberg = { visible: false, minConfidence: 0.5 };
  const read = readStoredPreferences({
    ...DEFAULT_PREFERENCES,
    layers,
    eventTypes: { ...eventTypes, iceberg },
  });
  expect(read.layers).toEqual({ ...DEFAULT_PREFERENCES.layers, volume: false });
  expect(read.eventTypes.iceberg).toEqual({ visible: false, minConfidence: 0.5, sound: false });
  expect(read.eventTypes.spoofing).toEqual(DEFAULT_PREFERENCES.eventTypes.spoofing);
});

/** As the release before the type `spoofing` would have stored it. */
const STORED_WITHOUT_SPOOFING = `{"theme":"dark","palette":"cvd","lastInstrumentId":3,"timeframe":"5m","layers":{"volume":false,
"profile":true,"vwap":true,"sessionLevels":true,"events":true,"aiLevels":true},"eventTypes":{"iceberg":{"visible":true,
"minConfidence":0.8,"sound":true},"absorption":{"visible":false,"minConfidence":0,"sound":false},"support":{"visible":true,
"minConfidence":0.5,"sound":false},"resistance":{"visible":true,"minConfidence":0.5,"sound":false},"stop_run":{"visible":true,
"minConfidence":0,"sound":true}},"eventsPerDay":30,"signalsCollapsed":true,"shortcuts":false,"bookShare":0.4,
"timeZone":"America/New_York","exchangeClock":true,"notifications":{"sound":true,"desktop":true,"email":false,
"quietHours":{"from":"22:00","to":"06:30"}}}`;

test('a document of the release before a new event type keeps every choice, and the new type takes its default', () => {
  const stored = JSON.parse(STORED_WITHOUT_SPOOFING);
  expect(preferences.safeParse({ ...DEFAULT_PREFERENCES, ...stored }).success).toBe(false);
  expect(readStoredPreferences(stored)).toEqual({
    ...stored,
    keys: {},
    lastLayoutId: null,
    contractHistory: 'current',
    showExperimental: false,
    eventTypes: {
      ...byEventType(() => ({ visible: true, minConfidence: 0, sound: false })),
      ...stored.eventTypes,
    },
  });
});

test('a value of a later release resets that preference only', () => {
  const read = readStoredPreferences({
    ...DEFAULT_PREFERENCES,
    timeframe: '4h',
    theme: 'light',
    unknownKey: 1,
  });
  expect(read).toEqual({ ...DEFAULT_PREFERENCES, theme: 'light' });
});

test.each([null, 'dark', [], { layers: null, notifications: [] }])('%j reads as the defaults', (stored) => {
  expect(readStoredPreferences(stored)).toEqual(DEFAULT_PREFERENCES);
});

test('chosen keys are kept, and one that this release cannot read brings the defaults of the keys alone', () => {
  const stored = { ...DEFAULT_PREFERENCES, theme: 'dark', keys: { maximisePane: 'Alt+w', closePane: null } };
  expect(readStoredPreferences(stored)).toEqual(stored);
  const read = readStoredPreferences({ ...stored, keys: { launchRocket: 'q' } });
  expect(read).toMatchObject({ theme: 'dark', keys: {} });
});
