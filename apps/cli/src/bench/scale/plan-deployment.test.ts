import { expect, test } from 'vitest';
import { SERVICE_TIMES } from '#testing/service-times.ts';
import { socketsOfWeb } from './plan-deployment.ts';
import { makePlans, SETTINGS, scaleNote } from './scale-report.ts';

const plans = makePlans(SERVICE_TIMES);

test('every step keeps the ages within the goal, and no shared station is full', () => {
  for (const { simulated, arithmetic } of plans) {
    expect(simulated.ageMs.p99).toBeLessThanOrEqual(150);
    for (const load of Object.values(arithmetic)) expect(load).toBeLessThan(1);
  }
});

test('a web machine less is still enough', () => {
  for (const { deployment, websOfMachine, socketsOfWeb: most, viewers, machines } of plans)
    if (machines.web > 0) expect((deployment.webs - websOfMachine) * most).toBeGreaterThanOrEqual(viewers);
});

test('twice the time for a frame is about half of the sockets', () => {
  const settings = { ...SETTINGS, instruments: 1 };
  const once = socketsOfWeb(SERVICE_TIMES, settings, 2);
  const twice = socketsOfWeb({ ...SERVICE_TIMES, webMicrosPerFrame: 20 }, settings, 2);
  expect(once / twice).toBeGreaterThan(1.7);
  expect(once / twice).toBeLessThan(2.4);
});

test('service times that no web process bears are refused', () => {
  expect(() => socketsOfWeb({ ...SERVICE_TIMES, webMicrosPerFrame: 5000 }, SETTINGS, 2)).toThrow(
    'expected a web process to bear 250 sockets within 150 ms at the measured service times',
  );
});

test('the note is the same for the same service times', () => {
  const note = scaleNote(SERVICE_TIMES, plans);
  expect(scaleNote(SERVICE_TIMES, makePlans(SERVICE_TIMES))).toBe(note);
  expect(note).not.toMatch(/NaN|undefined|Infinity/);
});
