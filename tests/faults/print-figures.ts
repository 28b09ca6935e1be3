/** Prints what the product makes of dates and numbers, as JSON: a test compares it between machines with other zones and languages. */

import { exchangeDayOf, importFile } from '@undertow/journal';
import {
  CME_CALENDAR,
  DAY_MS,
  HOUR_MS,
  type Instrument,
  instrumentBySymbol,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { dayOf, moneyOf } from '@undertow/sandbox/src/stripe-front/invoice-facts.ts';
import { createComposer } from '@undertow/server/src/adapters/mail/templates/compose-mail.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { isQuiet, nextInSession } from '@undertow/server/src/alerting/rule-hours.ts';
import { csvLine } from '@undertow/server/src/http/bind/csv.ts';
import type { MailContent } from '@undertow/server/src/ports/mail.ts';
import { londonDayOf, londonMidnightMs } from '@undertow/server/src/rules/london-day.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const NOW = Date.UTC(2026, 10, 1, 6, 30);
/** Around the changes of Chicago and New York, and of London, in spring and in autumn. */
const CHANGES = ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01'].map((day) => Date.parse(day));
const HOURS = CHANGES.flatMap((day) =>
  Array.from({ length: 48 }, (_, hour) => day - 12 * HOUR_MS + hour * HOUR_MS),
);

/** Exports of countries that write dates and numbers in other ways, over the changes of the clocks. */
const EXPORTS: readonly (readonly [name: string, zone: string, lines: readonly string[]])[] = [
  [
    'NinjaTrader Grid.csv',
    'Europe/London',
    [
      'Numéro d’ordre;Instrument;Compte;Stratégie;Pos. marché.;Qté;Prix d’entrée;Prix de sortie;Heure d’entrée;Heure de sortie;Nom d’entrée;Nom de la sortie;Profit;Commission;',
      '1;MES 06-26;Sim101;;Long;2;6000,25;6004,50;29/03/2026 00:31:05;29/03/2026 02:40:10;Entry;Target1;41,46 €;1,04 €;',
      '2;MES 12-26;Sim101;;Court;1;6004,50;6006,50;25/10/2026 01:31:05;25/10/2026 01:40:10;Entry;Stop;-10,52 €;0,52 €;',
    ],
  ],
  [
    'Performance.csv',
    'America/Chicago',
    [
      'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
      'MNQH6,-2,0,0.25,7001,7003,2,20950.50,20958.00,$30.00,03/08/2026 17:02:05,03/08/2026 17:20:10,18min 5sec',
      'MNQZ6,-2,0,0.25,7009,7006,1,20971.00,20963.50,$(15.00),11/01/2026 17:10:30,11/01/2026 17:02:00,8min 30sec',
    ],
  ],
];

const CONTENTS: readonly MailContent[] = [
  { template: 'welcome', facts: { tier: 'pro', trialEndsAtMs: NOW + 14 * DAY_MS, pricePence: 1_234_567 } },
  { template: 'cancelled', facts: { tier: 'pro', endsAtMs: NOW + 5 * HOUR_MS, refundPence: 4290 } },
  { template: 'erasure_requested', facts: { dueAtMs: NOW + 7 * DAY_MS } },
];

function imported() {
  return EXPORTS.map(([name, zone, lines]) => {
    const { report, trades } = importFile(new TextEncoder().encode(lines.join('\r\n')), name, { zone });
    return { report, trades };
  });
}

function letters() {
  const company = {
    name: 'U',
    number: '1',
    address: 'A',
    vatNumber: 'GB1',
    icoNumber: null,
    supportEmail: 's@u.example',
  };
  const compose = createComposer({
    company,
    publicOrigin: 'https://u.example',
    alertMailToken: () => 'token',
  });
  const person = {
    id: 'm',
    userId: 'u',
    createdAtMs: NOW,
    attempts: 1,
    email: 'j@e.example',
    firstName: null,
  };
  const alertPreferences = { isStopped: false, quietHours: null, rules: [] };
  return CONTENTS.flatMap((content) =>
    [null, 'America/Chicago', 'Asia/Kathmandu'].map(
      (timeZone) => compose({ ...content, ...person, timeZone, alertPreferences }).text,
    ),
  );
}

const QUIET = { from: '00:45', to: '02:15' };

function hours() {
  return HOURS.map((atMs) => ({
    quiet: ['America/Chicago', 'America/New_York', 'Europe/London', null].map((zone) =>
      isQuiet(QUIET, atMs, zone),
    ),
    days: [
      CME_CALENDAR.tradingDayOf(atMs),
      SIMULATED_CALENDAR.tradingDayOf(atMs),
      exchangeDayOf(atMs),
      londonDayOf(atMs),
    ],
    next: [
      CME_CALENDAR.nextOpenMs(atMs),
      nextInSession('regular', ES, CME_CALENDAR, atMs),
      londonMidnightMs(londonDayOf(atMs)),
    ],
    invoice: dayOf(atMs / 1000),
  }));
}

async function database() {
  const { orm, close } = await openMemoryDatabase();
  const [row] = await rowsOf(
    orm,
    sql`SELECT current_setting('TimeZone') AS zone, to_char(1234.5, 'FM9G999D0') AS number,
      to_timestamp(${NOW / 1000}::float8)::text AS instant, ('2026-10-25'::date + 1)::timestamp::text AS day`,
  );
  await close();
  return row;
}

/** What code that names no zone and no language would show. */
const MACHINE = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, number: (1234.5).toLocaleString() };

process.stdout.write(
  JSON.stringify({
    machine: MACHINE,
    imported: imported(),
    letters: letters(),
    hours: hours(),
    money: [moneyOf(123_456_789), csvLine(['1,5', '1.5', '2026-11-01'])],
    database: await database(),
  }),
);
