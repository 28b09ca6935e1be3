import { expect, test } from 'vitest';
import { contractAt, expiryOfContract, productOfContract } from './contracts.ts';
import type { Instrument } from './instrument.ts';
import { INSTRUMENTS, instrumentBySymbol } from './instruments.ts';

function front(symbol: string, iso: string): string {
  const instrument = instrumentBySymbol(symbol);
  if (!instrument) throw new Error(symbol);
  const { code, expiry } = contractAt(instrument, Date.parse(iso));
  return `${code} ${expiry}`;
}

test('expiries are those that CME published', () => {
  expect(front('ES', '2023-12-25T23:00:00Z')).toBe('ESH4 2024-03-15');
  expect(front('ES', '2026-11-21T12:00:00Z')).toBe('ESZ6 2026-12-18');
  expect(front('ES', '2026-06-01T12:00:00Z')).toBe('ESM6 2026-06-18');
  expect(front('CL', '2024-12-02T12:00:00Z')).toBe('CLF5 2024-12-19');
  expect(front('NG', '2024-12-02T12:00:00Z')).toBe('NGF5 2024-12-27');
  expect(front('GC', '2024-11-20T12:00:00Z')).toBe('GCZ4 2024-12-27');
  expect(front('6E', '2024-12-02T12:00:00Z')).toBe('6EZ4 2024-12-16');
  expect(front('6E', '2024-06-03T12:00:00Z')).toBe('6EM4 2024-06-17');
  expect(front('ZN', '2024-11-20T12:00:00Z')).toBe('ZNZ4 2024-12-19');
  expect(front('ZT', '2024-11-20T12:00:00Z')).toBe('ZTZ4 2024-12-31');
  expect(front('RB', '2024-12-02T12:00:00Z')).toBe('RBF5 2024-12-31');
});

test('equity indices roll at 17:00 Chicago on the eve of the eighth day before expiry', () => {
  expect(front('ES', '2024-03-06T22:59:59Z')).toBe('ESH4 2024-03-15');
  expect(front('ES', '2024-03-06T23:00:00Z')).toBe('ESM4 2024-06-21');
});

test('grains expire on the business day before the 15th and roll a week before their first notice day', () => {
  expect(front('ZC', '2024-11-20T12:00:00Z')).toBe('ZCZ4 2024-12-13');
  expect(front('ZC', '2024-11-22T12:00:00Z')).toBe('ZCH5 2025-03-14');
  expect(front('ZS', '2024-10-20T12:00:00Z')).toBe('ZSX4 2024-11-14');
  expect(front('ZS', '2024-10-24T12:00:00Z')).toBe('ZSF5 2025-01-14');
  expect(front('ZW', '2026-06-01T12:00:00Z')).toBe('ZWN6 2026-07-14');
  // The thin months are never the front contract
  expect(front('ZC', '2026-08-03T12:00:00Z')).toBe('ZCZ6 2026-12-14');
});

test('gold rolls ahead of its first notice day', () => {
  expect(front('GC', '2024-11-25T12:00:00Z')).toBe('GCZ4 2024-12-27');
  expect(front('GC', '2024-11-26T12:00:00Z')).toBe('GCG5 2025-02-26');
});

test('every product has a front contract on every day of five years, which never goes back', () => {
  for (const instrument of INSTRUMENTS) {
    let expiry = '';
    for (let at = Date.UTC(2023, 0, 1); at < Date.UTC(2028, 0, 1); at += 86_400_000) {
      const contract = contractAt(instrument, at);
      expect(contract.expiry >= expiry).toBe(true);
      expect(productOfContract(contract.code)).toBe(instrument);
      expiry = contract.expiry;
    }
  }
});

test('codes of other things than outright futures of the catalogue name no product', () => {
  expect(productOfContract('ESH4')?.symbol).toBe('ES');
  expect(productOfContract('6EZ24')?.symbol).toBe('6E');
  expect(productOfContract('M2KZ6')?.symbol).toBe('M2K');
  expect(['ESH4-ESM4', 'ESA4', 'XXH4', 'ES', '', 'ESH4 C4500'].map(productOfContract)).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

test('the last trading day of a contract follows from its code, whichever is the front one', () => {
  const es = instrumentBySymbol('ES') as Instrument;
  const near = Date.parse('2026-11-20T12:00:00Z');
  const expiries = ['ESZ6', 'ESH7', 'ESU1', 'ESM0'].map((code) => expiryOfContract(es, code, near));
  expect(expiries).toEqual(['2026-12-18', '2027-03-19', '2021-09-17', '2030-06-21']);
  for (const code of ['NQZ6', 'ES', 'ESA6', 'ESZ6-ESH7']) expect(expiryOfContract(es, code, near)).toBeNull();
});

test('the expiry of a front contract is that of its code, on every fifth day of a turn of the decade', () => {
  for (const instrument of INSTRUMENTS)
    for (let at = Date.UTC(2029, 6, 1); at < Date.UTC(2030, 8, 1); at += 5 * 86_400_000) {
      const { code, expiry } = contractAt(instrument, at);
      expect([code, expiryOfContract(instrument, code, at)]).toEqual([code, expiry]);
    }
});

test('a front contract has not expired, is of a listed month, and is replaced before its expiry', () => {
  for (const instrument of INSTRUMENTS) {
    let [code, rolls] = ['', 0];
    for (let at = Date.UTC(2026, 0, 1, 12); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
      const front = contractAt(instrument, at);
      expect(front.expiry > new Date(at).toISOString().slice(0, 10)).toBe(true);
      expect(instrument.months).toContain(front.code.at(-2));
      expect(front.instrumentId).toBe(instrument.id);
      if (front.code !== code) rolls += 1;
      code = front.code;
    }
    // One contract for each listed month of a year, and the one that the year begins with
    expect([instrument.symbol, Math.abs(rolls - 1 - instrument.months.length) <= 1]).toEqual([
      instrument.symbol,
      true,
    ]);
  }
});

test('a product outside the catalogue has no contracts, and the message names it', () => {
  const other = { ...(instrumentBySymbol('ES') as Instrument), symbol: 'XX' };
  expect(() => contractAt(other, 0)).toThrow('no roll rule for XX');
  const without = { ...(instrumentBySymbol('ES') as Instrument), months: '' };
  expect(() => contractAt(without, 0)).toThrow('no contract of ES within 30 months');
});
