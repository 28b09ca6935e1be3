/**
 * NinjaTrader 8: trades and executions in every language, delimiter and money style, with warnings on what is missing
 * or wrong.
 */
import { describe, expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import { clockOf, onlyTrip, readMadeUp, totalOf } from '#testing/read-futures-sample.ts';

const HEADER =
  'Trade number;Instrument;Account;Strategy;Market pos.;Qty;Entry price;Exit price;Entry time;Exit time;Entry name;Exit name;Profit;Cum. net profit;Commission;Clearing Fee;Exchange Fee;IP Fee;NFA Fee;MAE;MFE;ETD;Bars;';

const EUROPEAN = [
  HEADER,
  '1;MES 06-26;Sim101;;Long;2;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $;39,90 $;1,04 $;0,40 $;1,00 $;0,00 $;0,16 $;10,00 $;45,00 $;2,50 $;9;',
  '2;MES 06-26;Sim101;Opening;Short;1;6010,00;6012,25;17/3/2026 16:02:00;17/3/2026 16:05:30;Entry;Stop1;-$ 12,55;27,35 $;0,52 $;0,20 $;0,50 $;0,00 $;0,08 $;11,25 $;3,75 $;15,00 $;4;',
  '',
].join('\r\n');

describe('the trades grid', () => {
  test('is read with semicolons, decimal commas and a trailing delimiter', () => {
    const rows = readMadeUp(`\uFEFF${EUROPEAN}`);
    expect(rows.layout).toBe('NinjaTrader 8, trades grid');
    expect(rows).toMatchObject({ rowsRead: 2, rejected: [], skipped: [], warnings: [], questions: [] });
    expect(rows.trips[0]).toMatchObject({
      line: 2,
      nativeId: null,
      account: 'Sim101',
      symbol: 'MES 06-26',
      side: 'long',
      quantity: '2',
      entryPrice: '6000.25',
      exitPrice: '6004.5',
      pnl: '39.9',
      pnlIs: 'net',
      commission: '1.04',
      fees: '1.56',
      mae: '10',
      mfe: '45',
      strategy: null,
      status: 'closed',
    });
    expect(rows.trips[1]).toMatchObject({ side: 'short', pnl: '-12.55', strategy: 'Opening' });
    expect(clockOf(rows.trips[1]?.entryTime ?? null)).toBe('2026-03-17 16:02:00');
    expect(totalOf(rows.trips.map(({ pnl }) => pnl))).toBe(27.35);
    expect(rows.statedNet).toBe('27.35');
    expect(rows.currency).toBe('USD');
  });

  test.each([
    ['$6.10', '6.1'],
    ['($74.10)', '-74.1'],
    ['$(74.10)', '-74.1'],
    ['-$74.10', '-74.1'],
    ['$-74.10', '-74.1'],
    ['"$1,274.10"', '1274.1'],
    ['-74.10 $', '-74.1'],
    ['\u2212$74.10', '-74.1'],
  ])('reads the money %s', (text, pnl) => {
    const rows = readMadeUp(
      `Instrument,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Profit\nES 06-26,Long,1,6000.25,6001.25,3/16/2026 9:31:05 AM,3/16/2026 1:31:05 PM,${text}\n`,
    );
    expect(onlyTrip(rows)).toMatchObject({ pnl, commission: null, fees: null });
    expect(clockOf(onlyTrip(rows).exitTime)).toBe('2026-03-16 13:31:05');
  });

  test('is read under old header names, in any order and case, with unknown columns', () => {
    const rows = readMadeUp(
      [
        'trade-#,PROFIT,Instrument,Lucky number,Market pos.,Quantity,Entry Price,Exit Price,Entry Time,Exit Time,Cum. profit',
        '1,$50.00,ESM6,7,Long,1,6000.25,6001.25,3/16/2026 9:31:05 AM,3/16/2026 9:41:05 AM,$50.00',
      ].join('\n'),
    );
    expect(onlyTrip(rows)).toMatchObject({ symbol: 'ESM6', quantity: '1', pnl: '50' });
    expect(rows.statedNet).toBe('50');
  });

  test('is read in French with either apostrophe', () => {
    const rows = readMadeUp(
      [
        'Numéro d’ordre;Instrument;Compte;Stratégie;Pos. marché.;Qté;Prix d’entrée;Prix de sortie;Heure d’entrée;Heure de sortie;Nom d’entrée;Nom de la sortie;Profit;Commission;',
        '1;NQ 06-26;Compte1;;Short;1;20 100,00;20 090,50;16/03/2026 15:31:05;16/03/2026 15:40:10;Entrée;Cible;187,96 €;2,04 €;',
      ].join('\n'),
    );
    expect(onlyTrip(rows)).toMatchObject({
      account: 'Compte1',
      side: 'short',
      entryPrice: '20100',
      pnl: '187.96',
      commission: '2.04',
    });
    expect(rows.currency).toBe('EUR');
  });

  test('is read in German', () => {
    const rows = readMadeUp(
      [
        'Trade-Nr;Instrument;Konto;Strategie;Marktpos.;Menge;Einstiegspreis;Ausstiegspreis;Einstiegszeit;Ausstiegszeit;Gewinn;Provision',
        '1;FDXM 06-26;Sim101;;Long;1;22.100,00;22.110,00;16.03.2026 15:31:05;16.03.2026 15:40:10;48,50 €;1,50 €',
      ].join('\n'),
    );
    expect(onlyTrip(rows)).toMatchObject({
      side: 'long',
      entryPrice: '22100',
      exitPrice: '22110',
      pnl: '48.5',
      commission: '1.5',
    });
  });

  test('saved again by a spreadsheet, with blank rows and without seconds, is read completely', () => {
    const rows = readMadeUp(
      `${HEADER}\n;;;;;;;;;;;;;;;;;;;;;;;\n1;MES 06-26;Sim101;;Long;2;6000,25;6004,5;16/03/2026 15:31;16/03/2026 15:40;Entry;Target1;39,9;39,9;1,04;0,4;1;0;0,16;10;45;2,5;9;\n\n`,
    );
    expect(onlyTrip(rows)).toMatchObject({ pnl: '39.9', fees: '1.56' });
    expect(clockOf(onlyTrip(rows).entryTime)).toBe('2026-03-16 15:31:00');
  });

  test('keeps identical rows, because copied and scaled trades are real', () => {
    const row =
      '1;MES 06-26;Sim101;;Long;1;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;E;T;21,25 $';
    const rows = readMadeUp(`${HEADER}\n${row}\n${row}\n${row.replace('Sim101', 'Sim102')}\n`);
    expect(rows.trips).toHaveLength(3);
    expect(rows.statedNet).toBeNull();
  });

  test('of the Strategy Analyzer are marked as a backtest', () => {
    const rows = readMadeUp(EUROPEAN.replaceAll('Sim101', 'Backtest'));
    expect(rows.trips.map(({ backtest }) => backtest)).toEqual([true, true]);
    expect(readMadeUp(EUROPEAN).trips.map(({ backtest }) => backtest)).toEqual([false, false]);
  });

  test('with an unquoted comma in a number is rejected, not shifted by one column', () => {
    const rows = readMadeUp(
      'Instrument,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Profit\nES 06-26,Long,1,6000.25,6021.25,3/16/2026 9:31:05 AM,3/16/2026 9:41:05 AM,$1,050.00\n',
    );
    expect(rows.trips).toEqual([]);
    expect(rows.rejected).toMatchObject([
      { line: 2, reason: expect.stringContaining('more cells than the header') },
    ]);
  });

  test('counts repeated headers and rejects what cannot be read with its line', () => {
    const rows = readMadeUp(
      [
        HEADER,
        '1;MES 06-26;Sim101;;Long;2;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $',
        HEADER,
        '2;MES 06-26;Sim101;;Sideways;2;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $',
        '3;MES 06-26;Sim101;;Long;0;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $',
        '4;MES 06-26;Sim101;;Long;1;6000,25;6004,50;31/2/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $',
        '5;;Sim101;;Long;1;6000,25;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $',
        '6;MES 06-26;Sim101;;Long;1;abc;6004,50;16/3/2026 15:31:05;16/3/2026 15:40:10;Entry;Target1;39,90 $',
      ].join('\n'),
    );
    expect(rows.trips).toHaveLength(1);
    expect(rows.skipped).toEqual([{ reason: 'Header lines repeated inside the file', count: 1, lines: [3] }]);
    expect(rows.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'Market pos. is neither long nor short: “Sideways”'],
      [5, 'Qty is zero'],
      [6, 'Entry time is not a possible date and time: “31/2/2026 15:31:05”'],
      [7, 'Instrument is empty'],
      [8, 'Entry price is not a number: “abc”'],
    ]);
    expect(rows.rowsRead).toBe(7);
  });

  test('in points, ticks or percent gives no money from the Profit column, with a warning', () => {
    const header = 'Instrument,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Profit,Commission';
    const row = 'ES 06-26,Short,3,6010.00,6004.50,3/16/2026 9:31:05 AM,3/16/2026 9:41:05 AM';
    for (const [profit, unit] of [
      ['5.5', 'points'],
      ['22', 'ticks'],
      ['0.09%', 'percent'],
    ]) {
      const rows = readMadeUp(`${header}\n${row},${profit},0\n`);
      expect(onlyTrip(rows)).toMatchObject({ pnl: null, commission: null });
      expect(rows.warnings.join()).toContain(`in ${unit}, not in money`);
    }
    const both = 'MNQ 06-26,Long,2,20000.00,20001.25,3/16/2026 9:31:05 AM,3/16/2026 9:41:05 AM,5,0';
    expect(readMadeUp(`${header}\n${both}\n`).warnings).toEqual([]);
    const money = readMadeUp(`${header}\n${row},818.88,6.12\n`);
    expect(onlyTrip(money)).toMatchObject({ pnl: '818.88', commission: '6.12' });
    expect(money.warnings).toEqual([]);
  });

  test('without the side is refused with the name of the column', () => {
    const text =
      'Instrument,Qty,Entry price,Exit price,Entry time,Exit time,Profit,MAE\nES 06-26,1,6000,6001,3/16/2026 9:31:05 AM,3/16/2026 9:41:05 AM,$50.00,$0.00';
    expect(() => readMadeUp(text)).toThrow(ImportRefusal);
    expect(() => readMadeUp(text)).toThrow(/without the column Market pos\./);
  });
});

describe('the executions grid', () => {
  const GRID =
    'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection,';

  test('gives fills with their own id, account and effect, newest first as in the file', () => {
    const rows = readMadeUp(
      [
        GRID,
        'MNQ JUN26,Sell,2,"20,105.75",3/16/2026 9:40:01 AM,b2f0,Exit,-,o2,Target1,$1.04,1,Sim101,Live,',
        'MNQ JUN26,Buy,2,"20,100.25",3/16/2026 9:31:01 AM,a1f0,Entry,2 L,o1,Entry,$1.04,1,Sim101,Live,',
      ].join('\r\n'),
    );
    expect(rows.layout).toBe('NinjaTrader 8, executions');
    expect(
      rows.fills.map(({ action, effect, nativeId, price }) => [action, effect, nativeId, price]),
    ).toEqual([
      ['sell', 'close', 'b2f0', '20105.75'],
      ['buy', 'open', 'a1f0', '20100.25'],
    ]);
    expect(totalOf(rows.fills.map(({ commission }) => commission))).toBe(2.08);
    expect(rows).toMatchObject({ rejected: [], skipped: [], currency: 'USD', zone: null });
  });

  test('keeps fills without an id that look the same, and an exit that reversed the position', () => {
    const turn = 'MNQ JUN26,Sell,2,20100.25,3/16/2026 9:31:01 AM,a1f0,Exit,1 S,o1,Rev,$0.52,1,Sim101,Live,';
    expect(readMadeUp([GRID, turn].join('\n')).fills[0]?.effect).toBeNull();
    const bare = 'Instrument,Action,Time,Price,E/X,Connection,Quantity,Account display name';
    const anonymous = 'MNQZ6,Sell,9/15/2026 9:39,29441.25,Exit,LIVE,6,ACCOUNT-1';
    expect(readMadeUp([bare, anonymous, anonymous].join('\n')).fills).toHaveLength(2);
  });

  test('rejects an unknown action', () => {
    const rows = readMadeUp(
      `${GRID}\nMNQ JUN26,Teleport,1,20100.25,3/16/2026 9:31:01 AM,a1f0,Entry,1 L,o1,Entry,$0.52,1,Sim101,Live,`,
    );
    expect(rows.rejected).toMatchObject([{ line: 2, reason: 'Action is neither buy nor sell: “Teleport”' }]);
  });
});
