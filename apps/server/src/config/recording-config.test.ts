import { expect, test } from 'vitest';
import { z } from 'zod';
import { RECORDING_SHAPE, recordingsOf } from './recording-config.ts';

const schema = z.object({ ...RECORDING_SHAPE, NODE_ENV: z.enum(['development', 'test', 'production']) });

function parsed(environment: Readonly<Record<string, string>>) {
  return recordingsOf(schema.parse({ NODE_ENV: 'development', ...environment }), '/data');
}

test('sessions are recorded below the data folder, in tests only on request', () => {
  expect(parsed({})).toEqual({
    isOn: true,
    root: '/data/recordings',
    flowRoot: '/data/flow',
    limits: { days: 30, maxBytes: 5e9 },
  });
  expect(parsed({ NODE_ENV: 'production' })).toMatchObject({ isOn: true, limits: { maxBytes: 50e9 } });
  expect(parsed({ NODE_ENV: 'test' })).toMatchObject({ isOn: false });
  expect(parsed({ NODE_ENV: 'test', RECORDINGS: 'on' })).toMatchObject({ isOn: true });
  expect(parsed({ RECORDINGS: 'off' })).toMatchObject({ isOn: false });
  expect(parsed({ RECORDINGS_DAYS: '7', RECORDINGS_MAX_GB: '200' }).limits).toEqual({
    days: 7,
    maxBytes: 200e9,
  });
});

test.each([
  [{ RECORDINGS: 'yes' }, 'expected on or off'],
  [{ RECORDINGS_DAYS: '0' }, 'expected a whole number from 1 to 36500'],
  [{ RECORDINGS_MAX_GB: '1.5' }, 'expected a whole number from 1 to 1000000'],
])('%j is refused with what was expected', (environment, reason) => {
  expect(() => parsed(environment)).toThrow(reason);
});
