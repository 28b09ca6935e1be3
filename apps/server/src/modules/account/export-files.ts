/** The files of a user's export: each subject as JSON and as CSV, and a page that describes them. */
import { instantOfMs } from '@undertow/contracts';
import { CSV_START, csvLine } from '#http/bind/csv.ts';
import type { PersonalData, PersonalFile } from '#ports/accounts.ts';
import type { ZipFile } from './zip-stream.ts';

async function* jsonOf(data: PersonalData, userId: string, { name }: PersonalFile): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of data.pages(userId, name)) {
    yield rows.map((row) => `${take()}  ${JSON.stringify(row)}`).join('');
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';

  function take(): string {
    const before = separator;
    separator = ',\n';
    return before;
  }
}

async function* csvOf(data: PersonalData, userId: string, file: PersonalFile): AsyncGenerator<string> {
  yield CSV_START + csvLine(file.columns);
  for await (const rows of data.pages(userId, file.name)) {
    yield rows.map((row) => csvLine(file.columns.map((column) => row[column]))).join('');
  }
}

function readmeOf(files: readonly PersonalFile[], nowMs: number, supportEmail: string): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  return [
    'Everything that Undertow keeps of you',
    '',
    `Made ${instantOfMs(nowMs)}. Each subject is here twice, with the same rows: as .json for programs and as`,
    '.csv for spreadsheets. Instants are UTC, amounts are pence, prices are ticks or as written.',
    '',
    ...files.map(({ name, about }) => `${name.padEnd(width)}  ${about}`),
    '',
    'In the CSV files a cell that a spreadsheet would take for a formula begins with an apostrophe.',
    'Left out: secrets of the sign-in and of the payment provider, and numbers that only order our own work.',
    'Cards are at the payment provider; we keep the brand and the last four digits.',
    '',
    `Questions, corrections, complaints: ${supportEmail}`,
    '',
  ].join('\n');
}

/** Every file of the export of a user, read when it is written. */
export function exportFiles(
  data: PersonalData,
  userId: string,
  nowMs: number,
  supportEmail: string,
): readonly ZipFile[] {
  const readme = readmeOf(data.files, nowMs, supportEmail);
  return [
    { name: 'README.txt', chunks: () => [readme] },
    ...data.files.flatMap((file) => [
      { name: `${file.name}.json`, chunks: () => jsonOf(data, userId, file) },
      { name: `${file.name}.csv`, chunks: () => csvOf(data, userId, file) },
    ]),
  ];
}
