/** What a decoder counts of its records: by action and event, by schema, the newest statistics, and warnings. */
import { FLAG_LAST, FLAG_SNAPSHOT } from '@undertow/market';
import { expect, test } from 'vitest';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { header, orderRecord } from '#testing/dbn-bytes.ts';
import {
  errorRecord,
  priceRecord,
  rowsOf,
  statisticRecord,
  statusRecord,
  systemRecord,
} from '#testing/dbn-records.ts';
import { RowDecoder } from './row-decoder.ts';

const decoderOf = (): RowDecoder => new RowDecoder(parseMetadata(header()), () => undefined);

test('the newest statistic of each type and instrument is kept', () => {
  const decoder = decoderOf();
  rowsOf(
    decoder,
    statisticRecord(3, { priceNanos: 1n }),
    statisticRecord(9, { quantity: 5n }),
    statisticRecord(3, { priceNanos: 2n }),
    statisticRecord(3, { priceNanos: 3n, instrumentId: 9 }),
  );
  const kept = [...decoder.counts.statistics].map(([id, byType]) => [id, [...byType.keys()]]);
  expect(kept).toEqual([
    ...[
      [17_077, [3, 9]],
      [9, [3]],
    ],
  ]);
  expect(decoder.counts.statistics.get(17_077)?.get(3)?.priceNanos).toBe(2n);
});

test('errors and a slow reader are warnings, other messages are none, and a hundred warnings are enough', () => {
  const decoder = decoderOf();
  rowsOf(
    decoder,
    errorRecord(4, 'no XX'),
    systemRecord(2, 'slow'),
    systemRecord(1, 'subscribed'),
    errorRecord(4, 'no XX'),
  );
  expect([...decoder.counts.warnings]).toEqual(['no XX', 'slow']);
  rowsOf(decoder, ...Array.from({ length: 200 }, (_, n) => errorRecord(4, `no ${n}`)));
  expect(decoder.counts.warnings.size).toBe(100);
});

test('a tally counts live records by action, snapshots and events apart, and the richest schema', () => {
  const decoder = decoderOf();
  expect(decoder.tallyOf(1)).toMatchObject({ records: 0, tier: 'L1T' });
  rowsOf(
    decoder,
    orderRecord({ action: 'R', flags: FLAG_SNAPSHOT }),
    orderRecord({ flags: FLAG_SNAPSHOT | FLAG_LAST }),
    orderRecord({ flags: 0 }),
    orderRecord({ action: 'C' }),
    orderRecord({ action: 'C' }),
    statusRecord(7),
  );
  const tally = decoder.tallyOf(1);
  expect([tally.records, tally.snapshot, tally.events, tally.tier]).toEqual([6, 2, 3, 'L3']);
  expect([...tally.byAction()]).toEqual([
    ...[
      ['A', 1],
      ['C', 2],
    ],
  ]);
});

test.each([
  ['GLBX.MDP3', 'L2S'],
  ['RITHMIC.L2C', 'L2C'],
])(
  'ten levels of the dataset %s are the tier %s, and a poorer record after them takes nothing away',
  (dataset, tier) => {
    const decoder = new RowDecoder({ ...parseMetadata(header()), dataset }, () => undefined);
    rowsOf(decoder, priceRecord('mbp-1'), priceRecord('mbp-10'), priceRecord('trades'));
    expect(decoder.tallyOf(1).tier).toBe(tier);
  },
);

test('best prices and trades alone are the poorest tier, and levels after orders take nothing away', () => {
  const decoder = decoderOf();
  rowsOf(decoder, priceRecord('trades'), priceRecord('bbo-1s'), priceRecord('mbp-1'));
  expect(decoder.tallyOf(1).tier).toBe('L1T');
  rowsOf(decoder, orderRecord(), priceRecord('mbp-10'));
  expect(decoder.tallyOf(1).tier).toBe('L3');
});
