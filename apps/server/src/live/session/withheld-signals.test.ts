/** What a switch withholds, and what it must not. */
import type { RaisedRow, SettledRow, TrackRow } from '@undertow/detection';
import type { Pattern } from '@undertow/market';
import { beforeEach, expect, test } from 'vitest';
import { makeEvent, makeUpdate } from '#testing/views.ts';
import { WithheldSignals } from './withheld-signals.ts';

let off: Set<string>;
let withheld: WithheldSignals;
beforeEach(() => {
  off = new Set();
  withheld = new WithheldSignals((kind, key) => off.has(`${kind}/${key}`));
});

const trackRow = (kind: 'raised' | 'settled', signalId: string, type = 'iceberg') =>
  ({ kind, signalId, type, instrumentId: 1, atNs: '0' }) as RaisedRow | SettledRow;

/** Ids of the published events. */
function events(...given: readonly (readonly [id: string, change: 'new' | 'update'])[]): string[] {
  const changes = given.map(([id, change]) => ({ event: makeEvent(id, 0), change }));
  return withheld.outgoing(makeUpdate(0, { events: changes })).events.map(({ event }) => event.id);
}

const rows = (...trackRows: readonly TrackRow[]): string[] =>
  withheld.outgoing(makeUpdate(0, { trackRows })).trackRows.map((row) => `${row.kind} ${row.signalId}`);

test('an update without signals is published unchanged', () => {
  const update = makeUpdate(0);
  expect(withheld.outgoing(update)).toBe(update);
});

test('an event that began while its detector was off is never published, also when it continues afterwards', () => {
  expect(events(['before', 'new'])).toEqual(['before']);
  off.add('detector/iceberg');
  expect(events(['before', 'update'], ['during', 'new'], ['during', 'update'])).toEqual([]);
  off.clear();
  expect(events(['during', 'update'], ['before', 'update'], ['after', 'new'])).toEqual(['before', 'after']);
});

test('other types, and patterns of that name, are not touched', () => {
  off.add('pattern/iceberg');
  expect(events(['event', 'new'])).toEqual(['event']);
});

test('a pattern that is off is not published', () => {
  const pattern = { id: 'p', type: 'volume_spike' } as Pattern;
  const update = makeUpdate(0, { patterns: [{ pattern, change: 'new' }] });
  expect(withheld.outgoing(update).patterns).toHaveLength(1);
  off.add('pattern/volume_spike');
  const next = { ...pattern, id: 'q' };
  expect(withheld.outgoing(makeUpdate(1, { patterns: [{ pattern: next, change: 'new' }] })).patterns).toEqual(
    [],
  );
});

test('a signal declared before is settled although it is off, one raised while it is off never counts', () => {
  expect(rows(trackRow('raised', 'before'))).toEqual(['raised before']);
  off.add('detector/iceberg');
  expect(rows(trackRow('raised', 'during'), trackRow('settled', 'before'))).toEqual(['settled before']);
  off.clear();
  expect(rows(trackRow('settled', 'during'), trackRow('raised', 'after'))).toEqual(['raised after']);
});

test('what was learnt of forecasts is a fact of the market and continues', () => {
  off.add('detector/iceberg');
  const learnt = { kind: 'calibration', signalId: 'b' } as TrackRow;
  expect(rows(learnt)).toEqual(['calibration b']);
});
