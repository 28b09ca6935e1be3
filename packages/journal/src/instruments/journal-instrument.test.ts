import { INSTRUMENTS } from '@undertow/market';
import { expect, test } from 'vitest';
import { productOfRoot } from './futures-table.ts';
import { journalInstrumentOf, unknownRoot } from './journal-instrument.ts';

/** 2 Nov 2026, 14:30 UTC. */
const AUTUMN_2026 = 1_793_629_800_000;

const brief = (symbol: string, nearMs = AUTUMN_2026): string => {
  const found = journalInstrumentOf(symbol, nearMs);
  return found === null ? 'unknown' : `${found.root} ${found.expiry ?? '-'} ${found.pointValue ?? '-'}`;
};

test.each([
  ['ESZ6', 'ES 2026-12 50'],
  ['ESZ26', 'ES 2026-12 50'],
  ['ESZ2026', 'ES 2026-12 50'],
  ['ES 12-26', 'ES 2026-12 50'],
  ['ES DEC26', 'ES 2026-12 50'],
  ['es dec26', 'ES 2026-12 50'],
  ['ES 12-26 Globex', 'ES 2026-12 50'],
  ['CME_MINI:ES1!', 'ES - 50'],
  ['ES1!', 'ES - 50'],
  ['CME_MINI:ESZ2026', 'ES 2026-12 50'],
  ['CME_MINI_DL:NQ2!', 'NQ - 20'],
  ['COMEX:GC1!', 'GC - 100'],
  ['[Sim]ESZ26_FUT_CME', 'ES 2026-12 50'],
  ['[Sim] MESZ26_FUT_CME', 'MES 2026-12 5'],
  ['ESZ26.CME', 'ES 2026-12 50'],
  ['MESZ6@CME', 'MES 2026-12 5'],
  ['/ESZ26', 'ES 2026-12 50'],
  ['/ESZ26:XCME', 'ES 2026-12 50'],
  ['@ES', 'ES - 50'],
  ['@ES#', 'ES - 50'],
  ['F.US.MNQ', 'MNQ - 2'],
  ['F.US.EP', 'ES - 50'],
  ['CON.F.US.ENQ.Z26', 'NQ 2026-12 20'],
  ['F.US.MESZ26', 'MES 2026-12 5'],
  ['EPZ26', 'ES 2026-12 50'],
  ['GCEG27', 'GC 2027-02 100'],
  ['CLEZ6', 'CL 2026-12 1000'],
  ['NGE', 'NG - 10000'],
  ['SIE', 'SI - 5000'],
  ['MCLEZ6', 'MCL 2026-12 100'],
  ['M2KZ6', 'M2K 2026-12 5'],
  ['M2K 12-26', 'M2K 2026-12 5'],
  ['MESZ6', 'MES 2026-12 5'],
  ['6EZ6', '6E 2026-12 125000'],
  ['M6EZ6', 'M6E 2026-12 12500'],
  ['6JH27', '6J 2027-03 12500000'],
  ['ZNZ6', 'ZN 2026-12 1000'],
  ['YM   DEC 26', 'YM 2026-12 5'],
  ['SILZ6', 'SIL 2026-12 1000'],
  ['SIZ6', 'SI 2026-12 5000'],
  ['MBTX6', 'MBT 2026-11 0.1'],
  ['FDAX 12-26', 'FDAX 2026-12 25'],
  ['EUREX:FDXM1!', 'FDXM - 5'],
  ['FESXZ6', 'FESX 2026-12 10'],
  ['ES ##-##', 'ES - 50'],
  ['ES=F', 'ES - 50'],
  ['ES-202612', 'ES 2026-12 50'],
  ['ES', 'ES - 50'],
])('%s is %s', (symbol, expected) => {
  expect(brief(symbol)).toBe(expected);
});

test('a one-digit year is the one nearest to the trade', () => {
  expect(brief('ESH0', Date.UTC(2029, 11, 20))).toBe('ES 2030-03 50');
  expect(brief('ESZ9', Date.UTC(2030, 0, 5))).toBe('ES 2029-12 50');
  expect(brief('ESH6', Date.UTC(2016, 1, 1))).toBe('ES 2016-03 50');
  expect(journalInstrumentOf('ESH6')?.expiry).toBeNull();
});

test.each([
  ['EURUSD', 'EURUSD'],
  ['EURUSD.z', 'EURUSD'],
  ['eurchf.', 'EURCHF'],
  ['EUR/USD', 'EURUSD'],
  ['XAUUSDm', 'XAUUSD'],
  ['US500.cash', 'US500'],
  ['NAS100', 'NAS100'],
  ['US30', 'US30'],
  ['XTIUSD', 'XTIUSD'],
  ['GER40.pro', 'GER40'],
  ['HK50', 'HK50'],
  ['USDJPY-ECN', 'USDJPY'],
  ['BTCUSDT.P', 'BTCUSDT'],
])('%s is %s, and its P&L column is trusted', (symbol, root) => {
  expect(journalInstrumentOf(symbol)).toEqual({
    root,
    expiry: null,
    pointValue: null,
    tick: null,
    currency: '',
    name: root,
  });
});

test.each(['AAPL', 'XYZZ6', 'ESY6', 'ES 13-26', 'ES FOO26', 'MESSZ6', '', ' ', '!', 'ESZ26ESZ26'])(
  '%s is not guessed',
  (symbol) => {
    expect(journalInstrumentOf(symbol, AUTUMN_2026)).toBeNull();
  },
);

test('unknown symbols are grouped without their month or suffix', () => {
  expect(['XYZZ26', 'QQQX 03-26', 'AAPL.cash', 'AAPL', 'NASDAQ:TSLA', ''].map(unknownRoot)).toEqual([
    'XYZ',
    'QQQX',
    'AAPL',
    'AAPL',
    'TSLA',
    '',
  ]);
});

test('the name of an unknown instrument is never cut into the name of another one', () => {
  expect(
    ['us_oil', 'EUR_USD', 'BRK.B', 'BRK.A', 'BRK_B', 'US-WHEAT', 'CHN50', 'XYZ.pro', 'XYZ#'].map(unknownRoot),
  ).toEqual(['US_OIL', 'EUR_USD', 'BRK.B', 'BRK.A', 'BRK_B', 'US-WHEAT', 'CHN50', 'XYZ', 'XYZ']);
});

test('every product of the catalogue has its point value and tick here', () => {
  for (const { symbol, pointValue, tickNanos } of INSTRUMENTS) {
    const product = productOfRoot(symbol);
    expect(Number(product?.pointValue)).toBe(pointValue);
    expect(Number(product?.tick) * 1e9).toBeCloseTo(tickNanos, 6);
  }
});

test.each([
  ['ES', 12.5],
  ['MES', 1.25],
  ['NQ', 5],
  ['MNQ', 0.5],
  ['YM', 5],
  ['MYM', 0.5],
  ['RTY', 5],
  ['CL', 10],
  ['QM', 12.5],
  ['NG', 10],
  ['GC', 10],
  ['MGC', 1],
  ['SI', 25],
  ['SIL', 5],
  ['HG', 12.5],
  ['MHG', 1.25],
  ['ZB', 31.25],
  ['ZN', 15.625],
  ['ZF', 7.8125],
  ['ZT', 7.8125],
  ['ZC', 12.5],
  ['6E', 6.25],
  ['6J', 6.25],
  ['BTC', 25],
  ['MBT', 0.5],
  ['ETH', 25],
  ['MET', 0.05],
  ['FDAX', 25],
  ['FDXM', 5],
  ['FESX', 10],
  ['FGBL', 10],
  ['KC', 18.75],
  ['SB', 11.2],
  ['LE', 10],
])('a tick of %s is worth %s', (root, value) => {
  const product = productOfRoot(root);
  expect(Number(product?.tick) * Number(product?.pointValue)).toBeCloseTo(value, 9);
});
