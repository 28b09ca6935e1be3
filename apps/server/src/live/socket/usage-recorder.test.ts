/** Each day and device is recorded once, and no failing store loses it. */
import { afterEach, expect, test } from 'vitest';
import type { ShownData, UsageRow } from '#ports/people.ts';
import { UsageRecorder } from './usage-recorder.ts';

const NOON = Date.UTC(2026, 6, 20, 12);
const SHOWN: ShownData = {
  userId: 'u1',
  sessionId: 's1',
  source: 'simulated',
  delaySeconds: 0,
  instrumentIds: [1],
};

const open: UsageRecorder[] = [];
afterEach(async () => {
  for (const recorder of open.splice(0)) await recorder.close();
});

function recorderAt(now: { ms: number }, fail: () => boolean = () => false) {
  const saved: UsageRow[][] = [];
  const recorder = new UsageRecorder({
    store: {
      async save(rows) {
        if (fail()) throw new Error('the database is away');
        saved.push([...rows]);
      },
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    nowMs: () => now.ms,
  });
  open.push(recorder);
  return { recorder, saved };
}

test('a day of one device is one row, from its first to its last instant', async () => {
  const now = { ms: NOON };
  const { recorder, saved } = recorderAt(now);
  recorder.note(SHOWN);
  now.ms += 60_000;
  recorder.note(SHOWN);
  await recorder.store();
  expect(saved).toMatchObject([
    [{ userId: 'u1', day: '2026-07-20', instrumentId: 1, firstAtMs: NOON, lastAtMs: NOON + 60_000 }],
  ]);
});

test('another device, delay, source, instrument and day each have a row of their own', async () => {
  const now = { ms: NOON };
  const { recorder, saved } = recorderAt(now);
  recorder.note(SHOWN);
  recorder.note({ ...SHOWN, sessionId: 's2' });
  recorder.note({ ...SHOWN, delaySeconds: 900 });
  recorder.note({ ...SHOWN, source: 'replay' });
  recorder.note({ ...SHOWN, instrumentIds: [1, 2] });
  // 23:00 UTC is midnight in a London summer
  now.ms = Date.UTC(2026, 6, 20, 23);
  recorder.note(SHOWN);
  await recorder.store();
  const [rows = []] = saved;
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map(({ day }) => day))).toEqual(new Set(['2026-07-20', '2026-07-21']));
  expect(new Set(rows.map(({ device }) => device)).size).toBe(2);
});

test('what an administrator sees as a user counts as shown to the administrator', async () => {
  const { recorder, saved } = recorderAt({ ms: NOON });
  recorder.note({ ...SHOWN, view: { administratorId: 'admin' } });
  await recorder.store();
  expect(saved).toMatchObject([[{ userId: 'admin' }]]);
});

test('the device is not the session id', async () => {
  const { recorder, saved } = recorderAt({ ms: NOON });
  recorder.note(SHOWN);
  await recorder.store();
  expect(saved[0]?.[0]?.device).toMatch(/^[0-9a-f]{16}$/);
  expect(JSON.stringify(saved)).not.toContain('s1"');
});

test('what a failing store did not accept is stored with the next write, and nothing is stored twice', async () => {
  const now = { ms: NOON };
  let away = true;
  const { recorder, saved } = recorderAt(now, () => away);
  recorder.note(SHOWN);
  await recorder.store();
  now.ms += 1000;
  recorder.note(SHOWN);
  away = false;
  await recorder.store();
  await recorder.store();
  expect(saved).toMatchObject([[{ firstAtMs: NOON, lastAtMs: NOON + 1000 }]]);
});
