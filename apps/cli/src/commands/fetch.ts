/** `undertow fetch --product ES --from 2026-11-24 --to 2026-11-26 --schema mbo`: buys files of the vendor's history. */
import { join, resolve } from 'node:path';
import { BudgetError, DatabentoHistory, dollarsText, HistoryError, SpendingLedger } from '@undertow/feeds';
import { DAY_MS, INSTRUMENTS, instrumentBySymbol } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { budgetLines, fetchFiles } from '#fetch/fetch-files.ts';
import { type FetchRequest, type PlannedFile, planFetch } from '#fetch/fetch-plan.ts';
import { type FetchSettings, fetchSettings } from '#fetch/fetch-settings.ts';
import { wordOf } from '#terminal/options.ts';
import { InputError, type Terminal, UsageError } from '#terminal/terminal.ts';

const SCHEMAS = [
  ...['mbo', 'trades', 'mbp-1', 'mbp-10', 'tbbo', 'bbo-1s', 'bbo-1m'],
  ...['ohlcv-1s', 'ohlcv-1m', 'ohlcv-1h', 'ohlcv-1d', 'definition', 'statistics', 'status'],
];
/** A file a day: more is rather a mistake than a wish. */
const MAX_DAYS = 400;

const ARGS = {
  product: {
    type: 'string',
    description: 'Product of the catalogue; its front contract by volume is fetched',
    valueHint: 'ES',
    required: true,
  },
  from: { type: 'string', description: 'First day or instant, UTC', valueHint: '2026-11-24', required: true },
  to: {
    type: 'string',
    description: 'Day or instant before which it ends, UTC; by default the day after the first',
    valueHint: '2026-11-25',
  },
  schema: {
    type: 'string',
    description: 'mbo has every order, trades is the cheapest that makes bars',
    valueHint: 'mbo',
    default: 'mbo',
  },
  out: {
    type: 'string',
    description: 'Folder of the files; by default in DATA_DIR/history',
    valueHint: 'folder',
  },
  yes: { type: 'boolean', description: 'Buys without a question, within the budget', default: false },
} as const;

export function fetchCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'fetch',
      description: 'Buys recordings from Databento within a budget, and states the cost first',
    },
    args: ARGS,
    run: async ({ args }) => {
      const settings = fetchSettings();
      const request = requestOf(args, settings);
      try {
        await fetch(request, settings, args.yes, terminal);
      } catch (error) {
        if (error instanceof HistoryError || error instanceof BudgetError)
          throw new InputError(error.message, { cause: error });
        throw error;
      }
    },
  });
}

interface FetchArguments {
  readonly product: string;
  readonly from: string;
  readonly to?: string | undefined;
  readonly schema: string;
  readonly out?: string | undefined;
}

function requestOf(args: FetchArguments, { folder }: FetchSettings): FetchRequest {
  const { product, schema, out } = args;
  if (instrumentBySymbol(product) === undefined)
    throw new UsageError(
      `expected --product out of ${INSTRUMENTS.map(({ symbol }) => symbol).join(', ')}, got ${product}`,
    );
  wordOf('schema', schema, SCHEMAS);
  const fromMs = instantOf('from', args.from);
  const toMs = args.to === undefined ? fromMs + DAY_MS : instantOf('to', args.to);
  if (toMs <= fromMs) throw new UsageError(`expected --to after --from ${args.from}, got ${args.to}`);
  if (toMs - fromMs > MAX_DAYS * DAY_MS) throw new UsageError(`expected at most ${MAX_DAYS} days at once`);
  return { product, schema, fromMs, toMs, folder: out === undefined ? join(folder, product) : resolve(out) };
}

function instantOf(option: string, text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text);
  const ms = isWhole ? Date.parse(text) : Number.NaN;
  // A day such as 31 February is read as a day of March
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10))
    throw new UsageError(
      `expected a day or an instant such as 2026-11-24 or 2026-11-24T14:30Z for --${option}, got ${text}`,
    );
  return ms;
}

async function fetch(
  request: FetchRequest,
  settings: FetchSettings,
  isAgreed: boolean,
  terminal: Terminal,
): Promise<void> {
  const { key, dataset, url, budget, ledgerPath } = settings;
  const nowMs = (): number => Date.now();
  const history = new DatabentoHistory({ key, dataset, url, nowMs });
  const ledger = new SpendingLedger(ledgerPath, nowMs);
  const files = await planFetch(history, request);
  const { periods, unreadable } = ledger.read(budget);
  const totalMicrodollars = files.reduce((sum, file) => sum + file.microdollars, 0);
  for (const line of planLines(files)) terminal.note(line);
  for (const line of budgetLines(periods)) terminal.note(line);
  if (unreadable > 0) terminal.note(`${ledgerPath}: ${unreadable} lines cannot be read and do not count`);
  if (files.length === 0) throw new InputError('there are no records between these dates');
  if (files.some(({ isThere }) => !isThere)) {
    ledger.check(budget, totalMicrodollars);
    if (!(isAgreed || (await confirmed(totalMicrodollars, terminal)))) {
      terminal.note('Nothing was bought.');
      return;
    }
  }
  await fetchFiles(files, { history, ledger, budget, folder: request.folder, terminal });
  for (const line of budgetLines(ledger.read(budget).periods)) terminal.note(line);
  for (const line of useLines(files, request.schema)) terminal.note(line);
}

async function confirmed(totalMicrodollars: number, terminal: Terminal): Promise<boolean> {
  const answer = await terminal.confirm?.(`Buy for ${dollarsText(totalMicrodollars)}? [y/N] `);
  if (answer === undefined)
    throw new UsageError('expected --yes where nobody can answer: nothing was bought');
  return answer;
}

const MEGABYTE = 1_000_000;

function planLines(files: readonly PlannedFile[]): readonly string[] {
  const lines = files.map(({ day, code, records, bytes, microdollars, isThere }) =>
    isThere
      ? `${day} ${code}: there already`
      : `${day} ${code}: ${records} records, ${(bytes / MEGABYTE).toFixed(1)} MB, ${dollarsText(microdollars)}`,
  );
  const total = files.reduce((sum, file) => sum + file.microdollars, 0);
  return [...lines, `Cost: ${dollarsText(total)}`];
}

function useLines(files: readonly PlannedFile[], schema: string): readonly string[] {
  const [first] = files;
  if (first === undefined || !(schema === 'mbo' || schema === 'trades')) return [];
  return [
    `Bars: npm run -s undertow -- bars ${first.path}`,
    ...(schema === 'mbo' ? [`As the market: npm start -- --replay ${first.path}`] : []),
  ];
}
