/** Deals of a broker's portal, made up. */
import { describe, expect, test } from 'vitest';
import { closedTrips, netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { mt5 } from './mt5.ts';

describe('deals of a broker portal', () => {
  const csv = `Symbol,Account Number,Position,Position Status,Date Time,Transaction Type,Trade Volume Lots,Open Price,Profit
SBUX.NAS,70001,551,Closed,3/14/2026 2:15:30 AM,Trade Buy In,2,80.10,0
SBUX.NAS,70001,551,Closed,3/14/2026 6:42:06 PM,Trade Sell Out,1,81.10,1.00
SBUX.NAS,70001,551,Closed,3/15/2026 6:42:06 PM,Trade Sell Out,1,83.10,3.00
EURUSD,70001,552,Open,3/14/2026 5:49:17 PM,Trade Sell In,0.50,1.0850,0
NAS100,70001,553,Closed,3/14/2026 5:49:17 PM,Trade Sell In,1,18000,0
NAS100,70001,553,Closed,3/14/2026 6:49:17 PM,Trade Buy Out,1,18010.5,-10.50
GOLD,70001,554,Closed,3/16/2026 6:49:17 PM,Trade Sell Out,1,2400,12.00
,70001,,,3/16/2026 7:00:00 PM,Deposit,,,500.00
USD,70001,600,,3/16/2026 8:00:00 PM,Net Funding,0,0,250.00
`;
  const rows = readSample(mt5, sampleFile(csv));

  test('are paired by position, exits added up', () => {
    expect(
      closedTrips(rows).map((trip) => [trip.nativeId, trip.side, trip.quantity, trip.exitPrice, trip.pnl]),
    ).toEqual([
      ['551', 'long', '2', '82.1', '4.00'],
      ['553', 'short', '1', '18010.5', '-10.50'],
      ['554', 'long', '1', '2400', '12'],
    ]);
    expect(rows.trips[0]?.account).toBe('70001');
    expect(netOf(rows)).toBe('5.50');
  });

  test('leave what was not closed open, and an exit without its entry without an entry time', () => {
    expect(
      rows.trips
        .filter((trip) => trip.status === 'open')
        .map((trip) => [trip.nativeId, trip.side, trip.quantity]),
    ).toEqual([['552', 'short', '0.5']]);
    expect(rows.trips.find((trip) => trip.nativeId === '554')).toMatchObject({
      entryTime: null,
      entryPrice: null,
    });
    expect(rows.skipped).toEqual([{ reason: 'Balance and credit lines', count: 2, lines: [9, 10] }]);
  });
});
