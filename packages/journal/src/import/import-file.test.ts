import { expect, test } from 'vitest';
import type { ImportAnswers } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import { bytesOf, SAMPLE_EXPORTS } from '#testing/sample-exports.ts';
import { importFile } from './import-file.ts';

const ANSWERS: ImportAnswers = { zone: 'America/New_York', symbol: 'ES1!', dateOrder: undefined };

const ofText = (text: string, answers: ImportAnswers = {}, name = 'file.csv') =>
  importFile(new TextEncoder().encode(text), name, answers);

const refusalOf = (text: string): ImportRefusal | null => {
  try {
    ofText(text);
    return null;
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
};

test.each(SAMPLE_EXPORTS.map((sample) => [sample.name, sample] as const))(
  '%s comes to what it prints',
  (_, sample) => {
    const { report } = importFile(bytesOf(sample), sample.name, ANSWERS);
    expect(report).toMatchObject({ ...sample.expected, file: sample.name, rejected: [] });
    expect(report.fileTotal?.matches ?? true).toBe(true);
  },
);

test.each(SAMPLE_EXPORTS.map((sample) => [sample.name, sample] as const))(
  '%s imported twice gives the same keys, whatever zone and account are answered',
  (_, sample) => {
    const first = importFile(bytesOf(sample), sample.name, ANSWERS).trades.map(({ key }) => key);
    const again = importFile(bytesOf(sample), 'copy.csv', {
      ...ANSWERS,
      zone: 'Asia/Tokyo',
      account: 'Other',
    });
    expect(again.trades.map(({ key }) => key)).toEqual(first);
    expect(new Set(first).size).toBe(first.length);
  },
);

test('sums of trades are the sums of the report, to the micro', () => {
  for (const sample of SAMPLE_EXPORTS) {
    const { report, trades } = importFile(bytesOf(sample), sample.name, ANSWERS);
    const closed = trades.filter(({ status }) => status === 'closed');
    const net = closed.reduce((sum, { netMicros }) => sum + (netMicros ?? 0), 0);
    expect(net).toBe(Math.round(Number(report.net) * 1e6));
    expect(closed).toHaveLength(report.trades);
    expect(report.wins + report.losses + report.zero).toBe(report.trades);
  }
});

const PERFORMANCE = SAMPLE_EXPORTS.find(({ name }) => name === 'Performance.csv')?.text ?? '';

test('without an answer times are read as UTC and the question of the zone blocks saving', () => {
  const { report, questions, trades } = ofText(PERFORMANCE);
  expect(report.first).toBe('2026-03-04T10:02:05.000Z');
  expect(questions.find(({ field }) => field === 'zone')).toMatchObject({ blocking: true });
  expect(trades.every(({ flags }) => flags.includes('zone-assumed'))).toBe(true);
  expect(ofText(PERFORMANCE, { zone: 'America/Chicago' }).report.first).toBe('2026-03-04T16:02:05.000Z');
});

test('an answer that is not a zone is reported and not used', () => {
  const { report, questions } = ofText(PERFORMANCE, { zone: 'Mars/Olympus' });
  expect(report.warnings.join(' ')).toContain('Mars/Olympus is not a known time zone');
  expect(questions.some(({ field }) => field === 'zone')).toBe(true);
});

const GRID = [
  'Trade number,Instrument,Account,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Profit,Commission',
  '1,INSTRUMENT,Sim101,Long,1,6000.25,6001.25,DATE 9:31:05,DATE 9:40:10,$45.80,$4.20',
].join('\n');
const grid = (instrument: string, date: string): string =>
  GRID.replace('INSTRUMENT', instrument).replaceAll('DATE', date);

test('a date that can be read both ways is settled by the contract, else it becomes a question', () => {
  // 5 March is before the expiry of the March contract, 3 May after it.
  const settled = ofText(grid('ES 03-26', '5/3/2026'), { zone: 'UTC' });
  expect(settled.report.first).toBe('2026-03-05T09:31:05.000Z');
  expect(settled.questions.some(({ field }) => field === 'dateOrder')).toBe(false);
  expect(settled.report.assumptions.find(({ field }) => field === 'dateOrder')).toMatchObject({
    value: 'dmy',
  });
  // 2 March and 3 February 2026 are both days on which the contract traded.
  const open = ofText(grid('ES 03-26', '3/2/2026'), { zone: 'UTC' });
  expect(open.questions.find(({ field }) => field === 'dateOrder')).toMatchObject({ blocking: true });
  const answered = ofText(grid('ES 03-26', '3/2/2026'), { zone: 'UTC', dateOrder: 'dmy' });
  expect(answered.report.first).toBe('2026-02-03T09:31:05.000Z');
});

test('a closed market settles a date too: no future trades on a Saturday morning in any zone', () => {
  // 7 March 2026 is a Saturday, 3 July a Friday.
  expect(ofText(grid('ES 09-26', '7/3/2026'), { zone: 'UTC' }).report.first).toBe('2026-07-03T09:31:05.000Z');
});

const ORDERS = [
  'Symbol,Side,Type,Quantity,Limit price,Stop price,Fill price,Status,Commission,Placing time,Closing time,Order ID',
  'XYZ1!,Sell,Market,2,,,7000.00,Filled,,2026-03-02 10:00:00,2026-03-02 10:30:00,1002',
  'XYZ1!,Buy,Market,2,,,6990.00,Filled,,2026-03-02 10:00:00,2026-03-02 10:00:00,1001',
].join('\n');

test('an unknown root has no default point value: it becomes a question, and the answer gives the P&L', () => {
  const open = ofText(ORDERS, { zone: 'UTC' });
  expect(open.report).toMatchObject({ trades: 1, gross: null, net: '0.00' });
  expect(open.trades[0]).toMatchObject({ netMicros: null, flags: ['point-value-unknown', 'costs-unknown'] });
  expect(open.questions.find(({ field }) => field === 'pointValue')).toMatchObject({
    subject: 'XYZ',
    blocking: true,
  });
  const answered = ofText(ORDERS, { zone: 'UTC', pointValues: { XYZ: '2.5' } });
  expect(answered.report).toMatchObject({ trades: 1, gross: '50.00', net: '50.00' });
  expect(answered.trades[0]?.key).toBe(open.trades[0]?.key);
});

test('the point value of an unknown contract is an optional question where the file has the P&L, and none for CFDs', () => {
  const open = ofText(grid('XYZ 06-26', '5/3/2026'), { zone: 'UTC' });
  expect(open.questions.find(({ field }) => field === 'pointValue')).toMatchObject({
    subject: 'XYZ',
    blocking: false,
  });
  const answered = ofText(grid('XYZ 06-26', '5/3/2026'), { zone: 'UTC', pointValues: { XYZ: '2.5' } });
  expect(answered.trades[0]?.pointValue).toBe('2.5');
  expect(answered.questions.some(({ field }) => field === 'pointValue')).toBe(false);
  const cfd = ofText(grid('NAS100', '5/3/2026'), { zone: 'UTC' });
  expect(cfd.questions.some(({ field }) => field === 'pointValue')).toBe(false);
});

test('genuine twins are kept, and the same id twice is one trade', () => {
  const [header = '', row = ''] = grid('ES 03-26', '5/3/2026').split('\n');
  expect(ofText([header, row, row].join('\n'), { zone: 'UTC' }).report).toMatchObject({
    trades: 2,
    net: '91.60',
  });
  const [head = '', first = ''] = PERFORMANCE.split('\r\n');
  const repeated = ofText([head, first, first].join('\n'), { zone: 'UTC' }).report;
  expect(repeated.trades + repeated.skipped.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test('an unknown table leads to a question about its columns, and the mapping reads it', () => {
  const text =
    'Market;Way;Lots;In;Out;Result;Opened;Closed\nES 03-26;long;1;6000,25;6001,25;45,80;2026-03-05 10:00;2026-03-05 11:00';
  const unknown = ofText(text);
  expect(unknown.report).toMatchObject({ trades: 0, platform: 'mapped' });
  expect(unknown.questions).toMatchObject([{ field: 'mapping', blocking: true }]);
  expect(unknown.sample.header.slice(0, 3)).toEqual(['Market', 'Way', 'Lots']);
  const mapping = {
    columns: {
      symbol: 0,
      side: 1,
      quantity: 2,
      entryPrice: 3,
      exitPrice: 4,
      pnl: 5,
      entryTime: 6,
      exitTime: 7,
    },
    pnl: 'net',
  } as const;
  const mapped = ofText(text, { mapping, zone: 'UTC' });
  expect(mapped.report).toMatchObject({ trades: 1, net: '45.80', first: '2026-03-05T10:00:00.000Z' });
  expect(ofText(text.replaceAll('45,80', '12,00')).layoutKey).toBe(unknown.layoutKey);
});

test('a row without a date is rejected with its line, and dated neither 1970 nor today', () => {
  const header = 'Platform,Symbol,Type,Entry Price,Exit Price,Quantity,Entry Time,Exit Time,P&L,Strategy';
  const { report, trades } = ofText(
    [
      header,
      'Manual,ES,BUY,6000',
      'Manual,ES,BUY,6000,6001,1,,,50,',
      'Manual,ES,BUY,6000,6001,1,,2026-03-02 09:41,50,',
    ].join('\n'),
    { zone: 'UTC' },
  );
  expect(report.rejected.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '2 No date: the row has neither an entry nor an exit time.',
    '3 No date: the row has neither an entry nor an exit time.',
  ]);
  expect(trades.map(({ line, entryMs, exitMs }) => [line, entryMs, exitMs])).toEqual([
    [4, null, Date.UTC(2026, 2, 2, 9, 41)],
  ]);
  expect(report).toMatchObject({ first: '2026-03-02T09:41:00.000Z', trades: 1, open: 0 });
});

test.each<[string, string, RegExp]>([
  ['an empty file', '', /empty/i],
  ['a letter', 'Dear Sir,\nplease find enclosed nothing.\n', /not a known trade export/],
  ['TradingView’s journal', 'Time,Text\n2026-03-02 10:30:00,Order 1 executed\n', /order history/i],
  [
    'a cash history',
    'Account,Transaction ID,Timestamp,Date,Delta,Amount,Cash Change Type,Currency,Contract\nA,1,03/04/2026 10:20:10,2026-03-04,-1.04,50000,Commission,USD,MNQH6',
    /Fills|Performance/,
  ],
])('%s is refused with what it is or what to export', (_, text, message) => {
  expect(refusalOf(text)?.message).toMatch(message);
});

test('an error of a reader becomes a refusal with its cause', () => {
  const bytes = new Proxy(new Uint8Array(8), {
    get: () => {
      throw new TypeError('broken on purpose');
    },
  });
  expect(() => importFile(bytes, 'broken.csv')).toThrow(ImportRefusal);
});
