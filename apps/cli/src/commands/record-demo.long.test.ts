import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MarketRecording, MINUTE_MS, type PackedRecording, unpackRecording } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captured } from '#testing/recorded-data.ts';
import { DEMO_RECORDING, DEMO_WORKSPACE } from './record-demo.ts';

const HOURS = 2;

let scratch = '';
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'undertow-demo-'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

function read(file: string): MarketRecording {
  return unpackRecording(JSON.parse(readFileSync(file, 'utf8')) as PackedRecording);
}

test('the recording of the demo begins with what simulator and detectors give today', async () => {
  const out = join(scratch, 'recording.json');
  const { code, data } = await captured('record-demo', '--hours', String(HOURS), '--out', out);
  expect(code).toBe(0);
  const today = read(out);
  expect(JSON.parse(data.join('\n'))).toMatchObject({ hours: HOURS, minutes: today.minutes.length });
  const committed = read(DEMO_RECORDING);
  const endMs = (committed.minutes[0]?.bar.startMs ?? 0) + HOURS * 60 * MINUTE_MS;
  expect(today.minutes.length).toBeGreaterThan(50 * HOURS);
  expect(today.findings.length).toBeGreaterThan(2.5 * HOURS);
  expect(today).toEqual({
    ...committed,
    minutes: committed.minutes.filter(({ bar }) => bar.startMs < endMs),
    findings: committed.findings
      .filter(({ knownMs }) => knownMs <= endMs)
      // What was taken back later is not known yet.
      .map((one) => ({ ...one, endedMs: (one.endedMs ?? endMs) < endMs ? one.endedMs : null })),
  });
});

test('the stretch of the workspace is what simulator and detectors give today', async () => {
  const out = join(scratch, 'excerpt.json');
  const { code, data } = await captured('record-demo', '--part', 'workspace', '--out', out);
  expect(code).toBe(0);
  expect(JSON.parse(data.join('\n'))).toMatchObject({ spans: 8 });
  expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(JSON.parse(readFileSync(DEMO_WORKSPACE, 'utf8')));
});

test('a part that the demo does not have is refused with those that it has', async () => {
  const { code, notes } = await captured(
    'record-demo',
    '--part',
    'chart',
    '--out',
    join(scratch, 'none.json'),
  );
  expect(code).toBe(2);
  expect(notes.join('\n')).toContain('expected --part out of session, workspace, got chart');
});

test('a length that is no number of hours is refused', async () => {
  const { code, notes } = await captured(
    'record-demo',
    '--hours',
    'all',
    '--out',
    join(scratch, 'none.json'),
  );
  expect(code).toBe(2);
  expect(notes.join('\n')).toContain('hours');
});
