/** `undertow import FILE…`: reads exports of trading platforms and prints one report a file. */
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type ImportAnswers,
  type ImportOutcome,
  ImportRefusal,
  importFile,
  isZone,
  MAX_IMPORT_BYTES,
} from '@undertow/journal';
import { type CommandDef, defineCommand } from 'citty';
import { keepHeapSmall } from '#import/keep-heap-small.ts';
import { mappingOf, proposedMap } from '#import/map-option.ts';
import { reportLine, reportTable } from '#import/report-text.ts';
import { wordOf } from '#terminal/options.ts';
import { InputError, type Terminal, UsageError } from '#terminal/terminal.ts';

const ARGS = {
  files: { type: 'positional', description: 'Exports: .csv, .txt, .htm, .html, .xlsx', required: true },
  zone: {
    type: 'string',
    description: 'Zone of times in files that name none, such as America/Chicago; UTC by default',
    valueHint: 'zone',
  },
  account: { type: 'string', description: 'Account of files that name none', valueHint: 'name' },
  currency: { type: 'string', description: 'Currency of files that name none', valueHint: 'USD' },
  symbol: { type: 'string', description: 'Instrument of files that name none', valueHint: 'ESZ6' },
  'date-order': {
    type: 'string',
    description: 'dmy or mdy, where dates can be read both ways',
    valueHint: 'dmy',
  },
  map: {
    type: 'string',
    description:
      'Columns of an unknown layout, by name or number from 1: symbol=Ticker,exitTime=Closed,pnl=7',
    valueHint: 'field=column,…',
  },
  json: { type: 'boolean', description: 'One JSON object a file instead of a table', default: false },
} as const;

export function importCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'import', description: 'Reads trade exports of platforms and reports their contents' },
    args: ARGS,
    run: async ({ args }) => {
      const answers = answersOf(args);
      keepHeapSmall();
      let refused = 0;
      for (const path of args._) {
        const outcome = await importPath(path, answers, args.map);
        if (outcome instanceof ImportRefusal) {
          refused += 1;
          printRefusal(path, outcome, args.json, terminal);
        } else if (args.json) terminal.data(reportLine(outcome));
        else for (const line of reportTable(outcome)) terminal.data(line);
      }
      if (refused > 0) throw new InputError(`${refused} of ${args._.length} files refused`);
    },
  });
}

interface AnswerArguments {
  readonly zone?: string | undefined;
  readonly account?: string | undefined;
  readonly currency?: string | undefined;
  readonly symbol?: string | undefined;
  readonly 'date-order'?: string | undefined;
}

function answersOf(args: AnswerArguments): ImportAnswers {
  const { zone, account, currency, symbol, 'date-order': dateOrder } = args;
  if (zone !== undefined && !isZone(zone))
    throw new UsageError(`expected a zone such as America/Chicago for --zone, got ${zone}`);
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency))
    throw new UsageError(`expected a currency such as USD for --currency, got ${currency}`);
  return {
    zone,
    account,
    currency,
    symbol,
    dateOrder: dateOrder === undefined ? undefined : wordOf('date-order', dateOrder, ['dmy', 'mdy'] as const),
  };
}

/** The outcome or the refusal; failures of the file system are thrown. Nothing is read of a file that is too large. */
async function importPath(
  path: string,
  answers: ImportAnswers,
  map: string | undefined,
): Promise<ImportOutcome | ImportRefusal> {
  const { size } = await stat(path);
  if (size > MAX_IMPORT_BYTES)
    return new ImportRefusal('TOO_LARGE', 'The file is larger than 64 MB. Export a shorter period.');
  const bytes = await readFile(path);
  try {
    const outcome = importFile(bytes, basename(path), answers);
    if (map === undefined || !needsColumns(outcome)) return knownOutcome(outcome);
    const mapping = mappingOf(map, outcome.sample.header);
    return knownOutcome(importFile(bytes, basename(path), { ...answers, mapping }));
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
}

const needsColumns = ({ questions }: ImportOutcome): boolean =>
  questions.some(({ field }) => field === 'mapping');

/** An unknown layout is refused until its columns are mapped; a mapping is proposed from their names. */
function knownOutcome(outcome: ImportOutcome): ImportOutcome {
  if (!needsColumns(outcome)) return outcome;
  const columns = outcome.sample.header
    .filter((name) => name !== '')
    .join(', ')
    .slice(0, 200);
  throw new ImportRefusal(
    'UNKNOWN_LAYOUT',
    `No known platform exports these columns: ${columns}. Name them with --map ${proposedMap(outcome.sample.header)}, or export the trades from a supported platform.`,
  );
}

function printRefusal(
  path: string,
  { code, message }: ImportRefusal,
  json: boolean,
  terminal: Terminal,
): void {
  const file = basename(path);
  if (json) terminal.data(JSON.stringify({ file, error: message, code }));
  else terminal.data(`${file}: refused (${code}). ${message}`);
}
