/** A machine elsewhere: another time zone, decimal commas, and the days on which clocks change make no figure of the product another one. */
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';

const FIGURES = fileURLToPath(new URL('./print-figures.ts', import.meta.url));

const ELSEWHERE = [
  // The name that the zone had before
  ['Asia/Kathmandu', 'de_DE.UTF-8', 'Asia/Katmandu'],
  ['Pacific/Kiritimati', 'de_DE.UTF-8', 'Pacific/Kiritimati'],
  ['America/St_Johns', 'pt_BR.UTF-8', 'America/St_Johns'],
  ['Australia/Lord_Howe', 'fr_FR.UTF-8', 'Australia/Lord_Howe'],
] as const;

type Figures = Readonly<Record<string, unknown>>;

async function figuresOn(environment: Readonly<Record<string, string>>): Promise<Figures> {
  const { LC_ALL: _all, LANG: _language, LANGUAGE: _languages, ...env } = process.env;
  const printing = startProcess(FIGURES, [], { ...env, ...environment });
  expect([await printing.gone, printing.errors()]).toEqual([0, '']);
  return JSON.parse(printing.output()) as Figures;
}

let here: Figures;
beforeAll(async () => {
  here = await figuresOn({ TZ: 'UTC', LC_ALL: 'C' });
}, 120_000);

test.each(ELSEWHERE)(
  'in %s with %s every figure is the one of a server in UTC',
  async (zone, language, shownZone) => {
    const { machine, ...figures } = await figuresOn({ TZ: zone, LC_ALL: language, LANG: language });
    // The machine is really another one
    expect(machine).toEqual({ zone: shownZone, number: expect.stringMatching(/^1\D?234,5$/) });
    const { machine: _here, ...expected } = here;
    expect(figures).toEqual(expected);
  },
  120_000,
);

test('what is compared are imports with their trades, letters, hours of the changes, and a database', () => {
  expect(here).toMatchObject({
    imported: [{ report: { trades: 2, rejected: [] } }, { report: { trades: 2, rejected: [] } }],
    database: { zone: expect.any(String) },
  });
  expect(here['letters']).toHaveLength(9);
  expect(here['hours']).toHaveLength(192);
});
