/** The simple template: fixed columns, defaults, and tables that it must not recognise. */
import { describe, expect, test } from 'vitest';
import { netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { simpleTemplate } from './simple-template.ts';

const HEADER = 'Platform,Symbol,Type,Entry Price,Exit Price,Quantity,Entry Time,Exit Time,P&L,Strategy';

describe('the simple template', () => {
  test('reads its ten columns', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile(`${HEADER}
NinjaTrader,ES 03-26,BUY,6000.25,6010.25,2,2026-03-02 09:31:00,2026-03-02 10:31:00,1000.00,Breakout
Manual,NQ,SELL,20000,20010,1,2026-03-02 11:31:00,2026-03-02 12:31:00,-200.00,
`),
    );
    expect(rows.trips[0]).toMatchObject({
      symbol: 'ES 03-26',
      side: 'long',
      entryPrice: '6000.25',
      exitPrice: '6010.25',
      quantity: '2',
      pnl: '1000',
      pnlIs: 'net',
      commission: '0',
      strategy: 'Breakout',
      notes: 'Platform: NinjaTrader',
      status: 'closed',
    });
    expect(rows.trips[1]).toMatchObject({ side: 'short', strategy: null, notes: null });
    expect(netOf(rows)).toBe('800.00');
  });

  test('takes the defaults for what is missing, with assumptions', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile(`${HEADER}\n,ES,,,,,,2026-03-02 10:31,,\n,NQ,,20000,,,2026-03-02 09:31,,,\n`),
    );
    expect(rows.trips).toHaveLength(2);
    expect(rows.trips[0]).toMatchObject({
      side: 'long',
      quantity: '1',
      entryTime: null,
      commission: '0',
    });
    expect(rows.trips[1]).toMatchObject({ status: 'open', exitTime: null });
    expect(rows.warnings).toEqual([
      'No entry time in line 2: it stays unknown.',
      'No entry price in line 2: it is taken as 0.',
    ]);
  });

  test('drops rows without a symbol and reports them', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile(
        `${HEADER}\nManual,,BUY,1,2,1,2026-03-02,2026-03-02,5,\nManual,ES,BUY,1,2,1,2026-03-02,2026-03-02,5,\n`,
      ),
    );
    expect(rows.trips).toHaveLength(1);
    expect(rows.skipped).toEqual([{ reason: 'Rows without a symbol', count: 1, lines: [2] }]);
  });

  test('skips any header when the columns are in order', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile('a,b,c,d,e,f,g,h,i,j\nManual,ES,BUY,6000,6001,1,2026-03-02 09:31,2026-03-02 09:41,50,x\n'),
    );
    expect(rows.found.confidence).toBeLessThan(0.3);
    expect(netOf(rows)).toBe('50.00');
    const wide = readSample(
      simpleTemplate,
      sampleFile(
        'a,b,c,d,e,f,g,h,i,j,k\nManual,ES,BUY,6000,6001,1,2026-03-02 09:31,2026-03-02 09:41,50,x,more\n',
      ),
    );
    expect([netOf(wide), wide.rejected]).toEqual(['50.00', []]);
    const narrow = readSample(
      simpleTemplate,
      sampleFile('my trades,of March\nManual,ES,BUY,6000,6001,1,2026-03-02 09:31,2026-03-02 09:41,50,x\n'),
    );
    expect([netOf(narrow), narrow.rejected]).toEqual(['50.00', []]);
  });

  test('reads named columns in another order, with semicolons and decimal commas', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile(
        'Symbol;Side;Qty;Entry Date;Entry Price;Exit Date;Exit Price;PnL\nFDAX;short;2;13.03.2026 09:31;18.500,50;13.03.2026 10:31;18.490,50;1.000,00\n',
      ),
    );
    expect(rows.trips[0]).toMatchObject({ side: 'short', entryPrice: '18500.5', quantity: '2', pnl: '1000' });
  });

  test('reads columns of costs beside the ten and checks the P&L column by prices', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile(
        'Symbol,Side,Qty,Entry Price,Exit Price,Entry Time,PnL,Commission,Account\nES,long,2,6000,6001,2026-03-02 09:31,100,-4.20,Sim1\n',
      ),
    );
    expect(rows.trips[0]).toMatchObject({
      pnlIs: 'unknown',
      commission: '4.2',
      account: 'Sim1',
      status: 'closed',
    });
  });

  test('rejects an impossible type, number and time with their lines', () => {
    const rows = readSample(
      simpleTemplate,
      sampleFile(`${HEADER}
M,ES,HOLD,1,2,1,2026-03-02,2026-03-02,5,
M,ES,BUY,one,2,1,2026-03-02,2026-03-02,5,
M,ES,BUY,1,2,1,2026-02-30,2026-03-02,5,
M,ES,BUY,1,2,0,2026-03-02,2026-03-02,5,
`),
    );
    expect(rows.trips).toEqual([]);
    expect(rows.rejected.map((one) => one.line)).toEqual([2, 3, 4, 5]);
  });

  test.each([
    ['prices of a chart', 'time,open,high,low,close\n2026-03-02 09:30,1,2,0,1\n'],
    ['an address list', 'Name,Street,Town,Age\nAnn,Main Street,Town,42\n'],
    [
      'a sentence',
      'Dear reader, this is no table, it is text, honestly\nwith a second line, and commas, many, of them\n',
    ],
  ])('does not take %s for trades', (_name, text) => {
    expect(simpleTemplate.recognise(sampleFile(text))).toEqual([]);
  });
});
