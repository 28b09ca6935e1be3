/** The export: everything stored about a user as one archive, for themselves, after a recent sign-in. */
import { Readable } from 'node:stream';
import { exportAccount, instantOfMs } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { CSV_START, csvLine } from '#http/bind/csv.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { AuditLog, PersonalData, PersonalFile } from '#ports/accounts.ts';
import type { Clock } from '#ports/clock.ts';
import type { Recordings } from '#ports/recordings.ts';
import { withOwnRecordings } from './own-recordings-file.ts';
import { type ZipFile, zipStream } from './zip-stream.ts';

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
function exportFiles(
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

/** Exports of one user within ten minutes. */
const MAX_EXPORTS = 3;
const WITHIN_MS = 10 * MINUTE_MS;

export interface ExportParts {
  readonly personalData: PersonalData;
  readonly recordings: Pick<Recordings, 'list'>;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly supportEmail: string;
}

export function bindExportRoutes(binder: RouteBinder, parts: ExportParts): void {
  const { audit, clock, supportEmail } = parts;
  const data = withOwnRecordings(parts.personalData, parts.recordings);
  const count = createUserLimit(MAX_EXPORTS, WITHIN_MS, clock);

  binder.bindUser(exportAccount, async ({ user, request, reply }) => {
    const nowMs = clock.nowMs();
    const { userId } = user;
    requireFresh(user, nowMs);
    count(userId);
    const entry = { actor: userId, action: 'account.exported', subject: userId, details: {} } as const;
    await audit.append({ ...entry, requestId: request.id }, nowMs);
    const files = exportFiles(data, userId, nowMs, supportEmail);
    const name = `undertow-account-${instantOfMs(nowMs).slice(0, 10)}.zip`;
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(zipStream(files, nowMs)));
  });
}
