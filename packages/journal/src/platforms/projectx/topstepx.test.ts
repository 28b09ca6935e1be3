/** TopstepX and ProjectX firms: an offset in every row, gross results, costs beside them, dumps without prices. */
import { describe, expect, test } from 'vitest';
import { clockOf, onlyFill, onlyTrip, readMadeUp, totalOf } from '#testing/read-futures-sample.ts';

const HEADER =
  'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions';

describe('the export of trades', () => {
  test('keeps the offset of each row and the trade day as written', () => {
    const rows = readMadeUp(
      [
        `\uFEFF${HEADER}`,
        '9107,MNQH6,03/04/2026 10:02:05 -05:00,03/04/2026 10:20:10 -05:00,20950.500000000,20958.000000000,1.48000,30.000000000,2,Long,03/04/2026 00:00:00 -06:00,00:18:05.0000000,',
        '9105,NQH6,03/03/2026 17:02:05 -06:00,03/03/2026 17:20:10 -06:00,20950.500000000,20958.000000000,2.80000,-150.000000000,1,Short,03/04/2026 00:00:00 -06:00,00:18:05.0000000,0.50000',
      ].join('\n'),
    );
    expect(rows.layout).toBe('TopstepX, trades');
    expect(rows.trips[0]).toMatchObject({
      nativeId: '9107',
      symbol: 'MNQH6',
      side: 'long',
      quantity: '2',
      entryPrice: '20950.5',
      pnl: '30',
      pnlIs: 'gross',
      fees: '1.48',
      commission: null,
      tradeDay: '2026-03-04',
    });
    expect(rows.trips[1]).toMatchObject({ side: 'short', commission: '0.5', tradeDay: '2026-03-04' });
    expect(clockOf(rows.trips[0]?.entryTime ?? null)).toBe('2026-03-04 10:02:05 -300');
    expect(clockOf(rows.trips[1]?.exitTime ?? null)).toBe('2026-03-03 17:20:10 -360');
    expect(totalOf(rows.trips.map(({ pnl }) => pnl))).toBe(-120);
    expect(totalOf(rows.trips.flatMap(({ fees, commission }) => [fees, commission]))).toBe(4.78);
    expect(rows).toMatchObject({ questions: [], rejected: [], warnings: [], currency: 'USD' });
  });

  test('is read with eleven columns and with spaced names and currency signs', () => {
    const old = readMadeUp(
      `${HEADER.split(',').slice(0, 11).join(',')}\n37199170,NQM4,05/07/2024 13:33:37 +00:00,05/07/2024 13:34:07 +00:00,18228.250000000,18223.750000000,1.4000,90.000000000,1,Short,05/07/2024 05:00:00 +00:00\n`,
    );
    expect(onlyTrip(old)).toMatchObject({ tradeDay: '2024-05-07', commission: null, fees: '1.4' });
    const renamed = readMadeUp(
      'Id,ContractName,Entry Time,Exit Time,Entry,Exit,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions\n1,NQM6,06/03/2026 08:51:06 -05:00,06/03/2026 08:51:37 -05:00,"$30,562.25 ","$30,578.25 ",14,1600,5,Long,06/03/2026 08:51:06 -05:00,00:30.4,5\n',
    );
    expect(onlyTrip(renamed)).toMatchObject({ entryPrice: '30562.25', pnl: '1600', commission: '5' });
  });

  test('separated by tabs with a title line and coded sides', () => {
    const rows = readMadeUp(
      `My trades\n${HEADER.toLowerCase().replaceAll(',', '\t')}\n7\tRTYZ26\t2026-08-16T10:00:00-04:00\t2026-08-16T10:05:00-04:00\t2250\t2251\t1.20\t-50.00\t1\t1\t2026-08-16\t00:05:00\t\n`,
    );
    expect(onlyTrip(rows)).toMatchObject({ side: 'short', pnl: '-50', tradeDay: '2026-08-16' });
  });

  test('rejects rows without a result or with an impossible time', () => {
    const rows = readMadeUp(
      `${HEADER}\n1,MNQH6,03/04/2026 10:02:05 -05:00,03/04/2026 10:20:10 -05:00,20950,20958,1.48,,2,Long,03/04/2026 00:00:00 -06:00,,\n2,MNQH6,03/04/2026 25:02:05 -05:00,03/04/2026 10:20:10 -05:00,20950,20958,1.48,30,2,Long,03/04/2026 00:00:00 -06:00,,\n3,MNQH6,03/14/2026 10:02:05 -05:00,03/14/2026 10:20:10 -05:00,20950,20958,1.48,30,2,Maybe,03/14/2026 00:00:00 -06:00,,\n`,
    );
    expect(rows.trips).toEqual([]);
    expect(rows.rejected.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      '2: PnL is empty',
      '3: EnteredAt is not a possible date and time: “03/04/2026 25:02:05 -05:00”',
      '4: Type is neither long nor short: “Maybe”',
    ]);
  });
});

describe('dumps of the interface', () => {
  test('without prices give results only, with the side as the sign of the size', () => {
    const rows = readMadeUp(
      'id,symbolId,positionSize,createdAt,exitedAt,fees,profitAndLoss\n1,F.US.MNQ,-2,2026-03-04T15:02:05Z,2026-03-04T15:20:10Z,1.48,-22.5\n2,F.US.MNQ,2,2026-03-04T16:02:05Z,2026-03-04T16:20:10Z,1.48,30\n',
    );
    expect(rows.layout).toBe('TopstepX, results without prices');
    expect(rows.trips[0]).toMatchObject({
      symbol: 'F.US.MNQ',
      side: 'short',
      entryPrice: null,
      exitPrice: null,
      pnl: '-22.5',
    });
    expect(rows.warnings[0]).toMatch(/counted as long \(line 3\)/);
  });

  test('count at the instant of their row where entry and exit are unset', () => {
    const rows = readMadeUp(
      [
        'id,symbolId,positionSize,createdAt,enteredAt,exitedAt,fees,profitAndLoss,tradeDay',
        '1,F.US.MNQ,-2,2026-03-04T15:02:05.123+00:00,0001-01-01T00:00:00+00:00,0001-01-01T00:00:00+00:00,1.48,-22.5,2026-03-04',
        '2,F.US.MNQ,2,2026-03-04T23:02:05.123+00:00,0001-01-01T00:00:00+00:00,2026-03-04T23:04:00+00:00,1.48,30,2026-03-05',
      ].join('\n'),
    );
    expect(rows).toMatchObject({ layout: 'TopstepX, results without prices', rejected: [], questions: [] });
    expect(rows.trips.map(({ entryTime, exitTime }) => [entryTime, clockOf(exitTime)])).toEqual([
      [null, '2026-03-04 15:02:05 0'],
      [null, '2026-03-04 23:04:00 0'],
    ]);
    expect(rows.trips[0]).toMatchObject({ side: 'short', entryPrice: null, exitPrice: null, pnl: '-22.5' });
  });

  test('of half turns give fills, the result on the closing one; voided ones are skipped', () => {
    const rows = readMadeUp(
      [
        'id,accountId,contractId,creationTimestamp,price,profitAndLoss,fees,side,size,voided,orderId',
        '11,700,CON.F.US.MNQ.Z26,2026-03-04T15:02:05.123+00:00,20950.5,,0.37,0,1,false,81',
        '12,700,CON.F.US.MNQ.Z26,2026-03-04T15:12:05.123+00:00,20960.5,20,0.37,1,1,false,82',
        '13,700,CON.F.US.MNQ.Z26,2026-03-04T15:12:06.123+00:00,20960.5,20,0.37,1,1,true,82',
      ].join('\n'),
    );
    expect(rows.fills.map((fill) => [fill.symbol, fill.action, fill.pnl, fill.effect, fill.fees])).toEqual([
      ['CON.F.US.MNQ.Z26', 'buy', null, 'open', '0.37'],
      ['CON.F.US.MNQ.Z26', 'sell', '20', null, '0.37'],
    ]);
    expect(rows.skipped).toMatchObject([{ count: 1, lines: [4] }]);
    expect(onlyFill({ ...rows, fills: rows.fills.slice(0, 1) }).account).toBe('700');
  });
});
