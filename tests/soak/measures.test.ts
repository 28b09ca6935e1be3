/** What the soak reads from `/metrics`, and what it takes for growth. */
import { expect, test } from 'vitest';
import { growthPerHour, judgedFromMs, parseMetrics } from './measures.ts';
import { faultsOfLog, timesBehind } from './product-log.ts';

test('values of a metric are summed over its labels, and responses of 500 and above counted apart', () => {
  const reading = parseMetrics(
    [
      '# HELP undertow_http_requests_total responses',
      'undertow_http_requests_total{method="GET",route="/a",status="2xx"} 7',
      'undertow_http_requests_total{method="GET",route="/a",status="5xx"} 2',
      'undertow_alerts_dead 0',
    ].join('\n'),
  );
  expect(reading.get('undertow_http_requests_total')).toBe(9);
  expect(reading.get('responses of 500 and above')).toBe(2);
  expect(reading.get('undertow_alerts_dead')).toBe(0);
});

test('growth is the slope, whatever the noise around it', () => {
  const points = Array.from({ length: 60 }, (_, at) => [at * 60_000, 500 + at + (at % 2)] as const);
  expect(growthPerHour(points)).toBeCloseTo(60, 0);
  expect(growthPerHour(points.map(([atMs]) => [atMs, 500]))).toBe(0);
});

test('memory is judged after two fifths of the run, and not before what is delayed by a quarter of an hour fills its views', () => {
  const minute = 60_000;
  expect(judgedFromMs(minute, 61 * minute)).toBe(25 * minute);
  expect(judgedFromMs(minute, 36 * minute)).toBe(16 * minute);
});

test('warnings and errors of the log are faults, information and the addresses at the start are none', () => {
  const output = [
    'Undertow is at http://localhost:3000',
    '{"level":30,"msg":"started"}',
    '{"level":40,"msg":"slow"}',
    '{"level":"error","msg":"broken"}',
    '(node:1) Warning: something',
    '{"cut off',
  ].join('\n');
  expect(faultsOfLog(output)).toHaveLength(4);
});

test('rows that came late are no fault of the log, unless alerts were lost with them, and are read from it', () => {
  const time = { instrumentId: 1, fromMs: 1000, toMs: 9000, lateMs: 12_000, skippedToMs: null };
  const line = (skippedToMs: number | null): string =>
    JSON.stringify({ level: 40, ...time, skippedToMs, msg: 'rows came late' });
  const output = [line(null), line(2000), line(null).slice(0, -1)].join('\n');
  expect(timesBehind(output)).toEqual([time, { ...time, skippedToMs: 2000 }]);
  expect(faultsOfLog(output).map((one) => one.includes('"skippedToMs":2000'))).toEqual([true, false]);
});
