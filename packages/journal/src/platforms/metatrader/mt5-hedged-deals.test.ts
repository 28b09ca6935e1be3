/** Deals alone, of hedging accounts and of the Strategy Tester; made up. */
import { describe, expect, test } from 'vitest';
import { closedTrips, netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { mt5 } from './mt5.ts';

const HEADER =
  'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment';
const HEDGED = `${HEADER}
2026.03.05 10:00:00,1,XAUUSD,buy,in,0.30,2400.00,11,-0.90,-0.03,0.00,0.00,0,
2026.03.05 10:30:00,2,XAUUSD,sell,in,0.20,2410.00,12,-0.60,0.00,0.00,0.00,0,
2026.03.05 11:00:00,3,XAUUSD,sell,out,0.10,2405.00,13,-0.30,0.00,-0.15,50.00,0,[tp]
2026.03.05 12:00:00,4,XAUUSD,buy,out,0.20,2405.00,14,-0.60,0.00,0.00,100.00,0,
2026.03.05 13:00:00,5,XAUUSD,buy,out,0.20,2405.00,15,-0.60,0.00,0.00,-7.00,0,
`;

describe('deals of a hedging account without positions', () => {
  const rows = readSample(mt5, sampleFile(HEDGED));

  test('give one trade per exit with its booked profit and its share of the costs of the entry', () => {
    expect(
      closedTrips(rows).map((trip) => [
        trip.nativeId,
        trip.side,
        trip.quantity,
        trip.entryPrice,
        trip.pnl,
        trip.commission,
        trip.fees,
      ]),
    ).toEqual([
      ['3', 'long', '0.1', '2400', '50', '0.60', '0.01'],
      ['4', 'short', '0.2', '2410', '100', '1.20', '0.00'],
      ['5', 'short', '0.2', null, '-7', '0.60', '0.00'],
    ]);
    expect(netOf(rows)).toBe('140.44');
  });

  test('leave what was not closed open and report what is unknown', () => {
    expect(rows.trips.at(-1)).toMatchObject({
      status: 'open',
      side: 'long',
      quantity: '0.2',
      commission: '0.60',
    });
    expect(rows.warnings[0]).toContain('do not identify the entry');
  });
});

describe('deals of the Strategy Tester', () => {
  test('are simulated trades, one per exit', () => {
    const line = (text: string) =>
      `<tr>${text
        .split(',')
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`;
    const html = `<html><head><title>Strategy Tester: Bot</title></head><body><table><tr><th colspan="13">Strategy Tester Report</th></tr>
${line('Deals')}${line('Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Swap,Profit,Balance,Comment')}
${line('2026.03.01 00:00:00,1,,balance,,,,,0.00,0.00,10 000.00,10 000.00,')}
${line('2026.03.05 10:00:00,2,EURUSD,buy,in,0.30,1.08500,2,-0.90,0.00,0.00,9 999.10,')}
${line('2026.03.05 11:00:00,3,EURUSD,sell,out,0.10,1.08600,3,-0.30,0.00,10.00,10 008.80,')}
${line('2026.03.05 12:00:00,4,EURUSD,sell,out,0.20,1.08600,4,-0.60,0.00,20.00,10 028.20,')}
</table></body></html>`;
    const rows = readSample(mt5, sampleFile(html, 'ReportTester-700123.html'));
    expect(rows.trips.map((trip) => [trip.quantity, trip.pnl, trip.backtest])).toEqual([
      ['0.1', '10', true],
      ['0.2', '20', true],
    ]);
    expect(netOf(rows)).toBe('28.20');
    expect(rows.fills).toEqual([]);
  });
});
