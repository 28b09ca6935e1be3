/** MetaTrader 5: reports in several languages and shapes, deals alone, a broker's portal; all made up. */
import { describe, expect, test } from 'vitest';
import { closedTrips, netOf, readSample, sampleFile } from '#testing/read-sample.ts';
import { mt5 } from './mt5.ts';

const POSITIONS =
  'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'.split(',');
const DEALS =
  'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Fee,Swap,Profit,Balance,Comment'.split(',');
const OPEN = 'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Market Price,Swap,,Profit,Comment'.split(
  ',',
);
const ORDERS = 'Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,,Comment'.split(',');

function line(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

/** Rows of positions have a hidden cell behind the type and a last cell over two columns. */
function position(text: string): string {
  const cells = text.split(',');
  const shown = cells.map((cell, at) => (at === 12 ? `<td colspan="2">${cell}</td>` : `<td>${cell}</td>`));
  return `<tr>${shown.slice(0, 4).join('')}<td class="hidden" colspan="8">EA 7</td>${shown.slice(4).join('')}</tr>`;
}

function title(text: string): string {
  return `<tr align="center"><th colspan="14"><div><b>${text}</b></div></th></tr>`;
}

interface Words {
  readonly report: string;
  readonly account: string;
  readonly titles: readonly string[];
  readonly headers: readonly (readonly string[])[];
}

const ENGLISH: Words = {
  report: 'Trade History Report',
  account: 'Account:',
  titles: ['Positions', 'Orders', 'Deals', 'Open Positions', 'Results'],
  headers: [POSITIONS, ORDERS, DEALS, OPEN],
};

const RUSSIAN: Words = {
  report: 'Отчет торговой истории',
  account: 'Торговый счет:',
  titles: ['Позиции', 'Ордера', 'Сделки', 'Открытые позиции', 'Результаты'],
  headers: [
    'Время,Позиция,Символ,Тип,Объем,Цена,S / L,T / P,Время,Цена,Комиссия,Своп,Прибыль'.split(','),
    'Время открытия,Ордер,Символ,Тип,Объем,Цена,S / L,T / P,Время,Состояние,,Комментарий'.split(','),
    'Время,Сделка,Символ,Тип,Направление,Объем,Цена,Ордер,Комиссия,Сбор,Своп,Прибыль,Баланс,Комментарий'.split(
      ',',
    ),
    'Время,Позиция,Символ,Тип,Объем,Цена,S / L,T / P,Рыночная цена,Своп,,Прибыль,Комментарий'.split(','),
  ],
};

const CLOSED = [
  '2026.03.05 10:20:00,6107,XAUUSD,sell,0.10,2 410.40,2 420.00,2 395.00,2026.03.05 14:02:11,2 406.90,-0.70,0.00,35.00',
  '2026.03.05 11:00:00,6108,EURUSD,buy,0.20 / 0.20,1.08500,,,2026.03.06 09:15:00,1.08400,-1.40,-0.35,-20.00',
];

const DEAL_ROWS = [
  '2026.03.01 00:00:00,9000,,balance,,,,,0.00,0.00,0.00,5 000.00,5 000.00,Deposit',
  '2026.03.05 10:20:00,9001,XAUUSD,sell,in,0.10,2 410.40,6107,-0.35,-0.05,0.00,0.00,4 999.60,',
  '2026.03.05 11:00:00,9002,EURUSD,buy,in,0.20,1.08500,6108,-0.70,0.00,0.00,0.00,4 998.90,',
  '2026.03.05 14:02:11,9003,XAUUSD,buy,out,0.10,2 406.90,6120,-0.35,-0.05,0.00,35.00,5 033.50,[tp 2406.90]',
  '2026.03.06 09:15:00,9004,EURUSD,sell,out,0.20,1.08400,6121,-0.70,0.00,-0.35,-20.00,5 012.45,',
];

function report(words: Words, deals: readonly string[] = DEAL_ROWS): string {
  const [closedHeader = [], orderHeader = [], dealHeader = [], openHeader = []] = words.headers;
  const [positions = '', orders = '', dealTitle = '', open = '', results = ''] = words.titles;
  return `<html><head><title>700555: Made Up - ${words.report}</title></head><body><div align="center"><table>
${title(words.report)}
<tr><th colspan="3">Name:</th><th colspan="10"><b>Made Up</b></th></tr>
<tr><th colspan="3">${words.account}</th><th colspan="10"><b>700555&nbsp;(EUR, Made-Server, demo, Hedge)</b></th></tr>
<tr><td colspan="13" style="height: 10px"></td></tr>
${title(positions)}${line(closedHeader)}${CLOSED.map(position).join('\n')}
<tr><td colspan="10"></td><td>-2.10</td><td>-0.35</td><td colspan="2">15.00</td></tr>
<tr><td colspan="13" style="height: 10px"></td></tr>
${title(orders)}${line(orderHeader)}
${line('2026.03.05 10:20:00,6107,XAUUSD,sell,0.10 / 0.10,market,,,2026.03.05 10:20:00,filled,,'.split(','))}
${line('2026.03.05 10:30:00,6109,XAUUSD,buy limit,0.10 / 0.00,2 300.00,,,2026.03.05 10:40:00,canceled,,'.split(','))}
${title(dealTitle)}${line(dealHeader)}${deals.map((deal) => line(deal.split(','))).join('\n')}
<tr><td colspan="8"></td><td>-2.10</td><td>-0.10</td><td>-0.35</td><td>5 015.00</td></tr>
${title(open)}${line(openHeader)}
${line('2026.03.06 12:00:00,6130,GBPUSD,buy,0.30,1.27000,,,1.27100,0.00,,30.00,held'.split(','))}
${title(results)}
<tr><td>Total Net Profit:</td><td>12.45</td><td>Gross Profit:</td><td>34.20</td></tr>
</table></div></body></html>`;
}

describe.each([
  ['English', ENGLISH],
  ['Russian', RUSSIAN],
])('a MetaTrader 5 report in %s', (language, words) => {
  const rows = readSample(mt5, sampleFile(report(words), 'ReportHistory-700555.html'));

  test('gives the positions as closed trades and the open one as open', () => {
    expect(rows.trips.map((trip) => [trip.nativeId, trip.status])).toEqual([
      ['6107', 'closed'],
      ['6108', 'closed'],
      ['6130', 'open'],
    ]);
    expect(rows.trips[0]).toMatchObject({
      side: 'short',
      quantity: '0.1',
      entryPrice: '2410.4',
      exitPrice: '2406.9',
      plannedStop: '2420',
    });
    expect(rows.trips[1]?.quantity).toBe('0.2');
    expect([rows.account, rows.currency, rows.rejected]).toEqual(['700555', 'EUR', []]);
  });

  test('adds the fees that only the deals print', () => {
    expect(rows.trips.map((trip) => trip.fees)).toEqual(['0.10', null, null]);
    expect(netOf(rows)).toBe('12.45');
    if (language === 'English') expect(rows.statedNet).toBe('12.45');
  });

  test('counts deposits as skipped', () => {
    expect(rows.skipped).toContainEqual(
      expect.objectContaining({ reason: 'Balance and credit lines', count: 1 }),
    );
  });
});

describe('deals beside positions', () => {
  test('add the commission of the entry where the positions show only that of the exit', () => {
    const html = report(ENGLISH).replace(
      '>-0.70</td><td>0.00</td><td colspan="2">35.00',
      '>-0.35</td><td>0.00</td><td colspan="2">35.00',
    );
    const rows = readSample(mt5, sampleFile(html, 'r.html'));
    expect(rows.trips[0]?.commission).toBe('0.70');
    expect(netOf(rows)).toBe('12.45');
  });

  test('change nothing where the entry is before the period', () => {
    const html = report(
      ENGLISH,
      DEAL_ROWS.filter((deal) => !deal.includes('9001')),
    );
    const rows = readSample(mt5, sampleFile(html, 'r.html'));
    expect(rows.trips[0]).toMatchObject({ commission: '0.7', fees: null });
  });

  test('are added up over partial exits of one position', () => {
    const exits = [
      '2026.03.05 12:00:00,9010,XAUUSD,buy,out,0.04,2 405.00,6119,-0.14,-0.02,0.00,21.60,0,',
      '2026.03.05 14:02:11,9003,XAUUSD,buy,out,0.06,2 408.17,6120,-0.21,-0.03,0.00,13.40,0,',
    ];
    const deals = [...DEAL_ROWS.filter((deal) => !deal.includes('9003')), ...exits];
    const rows = readSample(mt5, sampleFile(report(ENGLISH, deals), 'r.html'));
    expect(rows.trips[0]).toMatchObject({ commission: '0.7', fees: '0.10' });
  });
});

describe('deals without positions', () => {
  const netting = [
    '2026.03.05 10:00:00,1,ESM26,buy,in,2,6000.25,11,-2.00,-0.50,0.00,0.00,0,',
    '2026.03.05 11:00:00,2,ESM26,sell,in/out,3,6010.25,12,-3.00,-0.75,-0.10,1 000.00,0,',
    '2026.03.05 12:00:00,3,ESM26,buy,out,1,6005.25,13,-1.00,-0.25,0.00,250.00,0,[tp 6005.25]',
  ];
  const csv = [
    DEALS.join(';'),
    '2026.03.01 00:00:00;9;;balance;;;;;0;0;0;5000;5000;',
    ...netting.map((deal) => deal.replaceAll(',', ';')),
  ].join('\n');

  test('become fills with their effect and booked profit', () => {
    const rows = readSample(mt5, sampleFile(csv));
    expect(rows.found).toMatchObject({ kind: 'fills', layout: 'MetaTrader 5, deals' });
    expect(
      rows.fills.map((fill) => [
        fill.action,
        fill.quantity,
        fill.effect,
        fill.pnl,
        fill.commission,
        fill.fees,
      ]),
    ).toEqual([
      ['buy', '2', 'open', null, '2', '0.50'],
      ['sell', '3', null, '1000', '3', '0.85'],
      ['buy', '1', 'close', '250', '1', '0.25'],
    ]);
    expect(rows.skipped).toEqual([{ reason: 'Balance and credit lines', count: 1, lines: [2] }]);
  });
});

describe('a table of positions', () => {
  const header = 'Time,Position,Symbol,Type,Volume,Price,S/L,T/P,Time,Price,Commission,Swap,Profit';

  test('is read as CSV, with the two times and prices that share a name', () => {
    const rows = readSample(
      mt5,
      sampleFile(
        `${header}\n${CLOSED.map((row) =>
          row.replaceAll(/(\d) (\d)/g, (all, one, other) => (all.includes(':') ? all : `${one}${other}`)),
        )
          .join('\n')
          .replaceAll(/(\d{2})(\d{2}:\d{2}:\d{2})/g, '$1 $2')}\n`,
      ),
    );
    expect(closedTrips(rows)).toHaveLength(2);
    expect(netOf(rows)).toBe('12.55');
    expect(rows.trips[0]?.exitTime).toMatchObject({ hour: 14, minute: 2 });
  });

  test('is read with distinct names, semicolons and decimal commas', () => {
    const rows = readSample(
      mt5,
      sampleFile(`Position;Symbol;Type;Volume;Open Time;Open Price;Close Time;Close Price;Commission;Swap;Profit
6107;DAX40;buy;1,50;05.03.2026 10:20:00;18.500,50;05.03.2026 14:02:11;18.510,50;-3,00;-0,25;1.500,00
`),
    );
    expect(rows.trips[0]).toMatchObject({ entryPrice: '18500.5', quantity: '1.5', symbol: 'DAX40' });
    expect(netOf(rows)).toBe('1496.75');
  });

  test('does not end at a stray note between trades', () => {
    const rows = readSample(
      mt5,
      sampleFile(`${header}
2026.03.05 10:20:00,1,XAUUSD,sell,0.10,2410.40,,,2026.03.05 14:02:11,2406.90,-0.70,0.00,35.00
a note,,,,,,,,,,,,
2026.03.05 10:20:00,3,XAUUSD,sell,0.10,2410.40,,,2026.03.05 14:02:11,2406.90,-0.70,0.00,5.00
`),
    );
    expect(rows.trips).toHaveLength(2);
    expect(rows.rejected.map((one) => one.line)).toEqual([3]);
  });

  test('counts lines that only move money as such, whatever their label', () => {
    const rows = readSample(
      mt5,
      sampleFile(`${header}
2026.03.05 10:20:00,1,XAUUSD,sell,0.10,2410.40,,,2026.03.05 14:02:11,2406.90,-0.70,0.00,35.00
2026.03.01 00:00:00,9000,,balance,,,,,,,0.00,0.00,5000.00
2026.03.02 00:00:00,9001,,Einzahlung,,,,,,,0.00,0.00,500.00
2026.03.03 00:00:00,9002,USD,Пополнение,0.00,,,,,,0.00,0.00,250.00
`),
    );
    expect(rows.trips).toHaveLength(1);
    expect(rows.rejected).toEqual([]);
    expect(rows.skipped).toEqual([{ reason: 'Balance and credit lines', count: 3, lines: [3, 4, 5] }]);
  });

  test('rejects impossible rows with their lines', () => {
    const rows = readSample(
      mt5,
      sampleFile(`${header}
2026.03.05 10:20:00,1,XAUUSD,sell,0.10,2410.40,,,2026.03.05 14:02:11,2406.90,-0.70,0.00,35.00
2026.02.30 10:20:00,2,XAUUSD,sell,0.10,2410.40,,,2026.03.05 14:02:11,2406.90,-0.70,0.00,35.00
2026.03.05 10:20:00,3,XAUUSD,sell,0.10,2410.40,,,2026.03.05 14:02:11,2406.90,-0.70,0.00,n.v.
`),
    );
    expect(rows.trips).toHaveLength(1);
    expect(rows.rejected.map((one) => one.line)).toEqual([3, 4]);
  });
});
