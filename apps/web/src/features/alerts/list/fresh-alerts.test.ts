/** Which alerts are announced. */
import type { AlertDto } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { freshAlerts, NOTHING_SEEN, noticeText } from './fresh-alerts.ts';

const alert = (id: number, change: Partial<AlertDto> = {}): AlertDto => ({
  id: String(id),
  instrumentId: 1,
  eventId: null,
  ruleId: 'r',
  rules: [],
  alertType: 'price',
  eventType: null,
  eventSize: null,
  title: `Alert ${id}`,
  message: `Message ${id}`,
  isRead: false,
  isQuiet: false,
  isTest: false,
  market: 'platform' as const,
  source: 'simulated' as const,
  marketAt: null,
  createdAt: new Date(1_000_000 * id).toISOString(),
  ...change,
});
const ids = (list: readonly AlertDto[]): string[] => list.map(({ id }) => id);

test('alerts from before the page opened are not announced, later ones are, once', () => {
  const first = freshAlerts(NOTHING_SEEN, [alert(2), alert(1)]);
  expect(first.fresh).toEqual([]);
  const second = freshAlerts(first.seen, [alert(4), alert(3), alert(2), alert(1)]);
  expect(ids(second.fresh)).toEqual(['4', '3']);
  expect(freshAlerts(second.seen, [alert(4), alert(3), alert(2), alert(1)]).fresh).toEqual([]);
});

test('the first alert of somebody who had none is announced', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, []);
  expect(ids(freshAlerts(seen, [alert(1)]).fresh)).toEqual(['1']);
});

test('quiet alerts and those read on another device are not announced', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, []);
  const list = [alert(3, { isQuiet: true }), alert(2, { isRead: true }), alert(1)];
  expect(ids(freshAlerts(seen, list).fresh)).toEqual(['1']);
});

test('an alert that was brought while the first list was read is news in it', () => {
  const first = freshAlerts(NOTHING_SEEN, [alert(2), alert(1)], ({ id }) => id === '2');
  expect(ids(first.fresh)).toEqual(['2']);
  expect(freshAlerts(first.seen, [alert(2), alert(1)], () => true).fresh).toEqual([]);
});

test('an old alert that comes into sight later is not news', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, [alert(5)]);
  expect(freshAlerts(seen, [alert(5), alert(4)]).fresh).toEqual([]);
});

test('two alerts of one moment are both announced, in either order', () => {
  const [early, late] = [
    alert(5, { createdAt: '2026-11-20T12:00:00.000Z' }),
    alert(6, { createdAt: '2026-11-20T12:00:01.000Z' }),
  ];
  const { seen } = freshAlerts(NOTHING_SEEN, []);
  const first = freshAlerts(seen, [late]);
  expect(ids(freshAlerts(first.seen, [late, early]).fresh)).toEqual(['5']);
});

test('a test, which is of now, hides no alert of a replayed market', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, [alert(1)]);
  const tried = freshAlerts(seen, [
    alert(9, { isTest: true, market: 'platform' as const, source: 'simulated' as const }),
    alert(1),
  ]);
  expect(ids(tried.fresh)).toEqual(['9']);
  expect(
    ids(
      freshAlerts(tried.seen, [
        alert(9, { isTest: true, market: 'platform' as const, source: 'simulated' as const }),
        alert(2),
        alert(1),
      ]).fresh,
    ),
  ).toEqual(['2']);
});

test('an alert that left the list and returns is not announced again', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, [alert(5)]);
  const gone = freshAlerts(seen, []);
  expect(freshAlerts(gone.seen, [alert(5)]).fresh).toEqual([]);
});

test('another rule that matched an event is no second announcement, whichever of its alerts represents it', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, [alert(1)]);
  const ofEvent = { eventId: 'e', createdAt: alert(3).createdAt };
  const first = freshAlerts(seen, [alert(3, ofEvent), alert(1)]);
  expect(ids(first.fresh)).toEqual(['3']);
  expect(freshAlerts(first.seen, [alert(2, ofEvent), alert(1)]).fresh).toEqual([]);
});

test('an alert of quiet hours is announced when a rule outside of them matches its event, once', () => {
  const { seen } = freshAlerts(NOTHING_SEEN, []);
  const quiet = freshAlerts(seen, [alert(9), alert(1, { eventId: 'e', isQuiet: true })]);
  expect(ids(quiet.fresh)).toEqual(['9']);
  const loud = freshAlerts(quiet.seen, [alert(9), alert(1, { eventId: 'e' })]);
  expect(ids(loud.fresh)).toEqual(['1']);
  expect(freshAlerts(loud.seen, [alert(9), alert(1, { eventId: 'e' })]).fresh).toEqual([]);
});

test('one alert is shown with its words, several as a count with their titles', () => {
  expect(noticeText([])).toBeNull();
  expect(noticeText([alert(1)])).toEqual({
    title: 'Alert 1',
    body: 'Message 1 · Undertow feed, simulated',
  });
  expect(noticeText([alert(2), alert(1, { market: 'own', source: 'rithmic' })])).toEqual({
    title: '2 alerts',
    body: 'Alert 2 · Undertow feed, simulated\nAlert 1 · Your own feed',
  });
});

test('a notice of many names the newest, and before them a test', () => {
  const many = [6, 5, 4, 3, 2].map((n) => alert(n));
  expect(
    noticeText([
      ...many,
      alert(1, { isTest: true, market: 'platform' as const, source: 'simulated' as const }),
    ]),
  ).toEqual({
    title: '6 alerts',
    body: ['Alert 1', ...[6, 5, 4].map((n) => `Alert ${n} · Undertow feed, simulated`)].join('\n'),
  });
});
