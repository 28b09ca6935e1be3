/** `undertow recordings list|check|prune [FOLDER]`: the sessions that a server recorded, a JSON line each. */
import { stat } from 'node:fs/promises';
import { checkRun, listRuns, prunePlan, type RunFile, removeRun, summarizeRun } from '@undertow/feeds';
import { type CommandDef, defineCommand } from 'citty';
import { named } from '#recordings/open-recording.ts';
import { checkLine, listLine, prunedLine } from '#recordings/recording-lines.ts';
import { wholeNumber } from '#terminal/options.ts';
import { InputError, type Terminal, UsageError } from '#terminal/terminal.ts';

const ACTIONS = ['list', 'check', 'prune'] as const;
const GB = 1e9;
const ARGS = {
  action: { type: 'positional', description: ACTIONS.join(', '), required: true },
  folder: {
    type: 'positional',
    description: 'Folder of recordings: DATA_DIR/recordings',
    required: false,
    default: '.data/recordings',
  },
  product: { type: 'string', description: 'One product only, for example ES' },
  day: { type: 'string', description: 'One trading day only', valueHint: 'YYYY-MM-DD' },
  days: { type: 'string', description: 'prune: days to keep, counted from the trading day' },
  'max-gb': { type: 'string', description: 'prune: gigabytes to keep, the newest' },
  'dry-run': { type: 'boolean', description: 'prune: only print what would go', default: false },
} as const;

interface Given {
  readonly folder: string;
  readonly product?: string | undefined;
  readonly day?: string | undefined;
  readonly days?: string | undefined;
  readonly 'max-gb'?: string | undefined;
  readonly 'dry-run': boolean;
}

export function recordingsCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'recordings', description: 'Lists, checks and prunes the sessions that a server recorded' },
    args: ARGS,
    run: async ({ args }) => {
      const action = ACTIONS.find((one) => one === args.action);
      if (action === undefined)
        throw new UsageError(`expected one of ${ACTIONS.join(', ')}, got ${args.action}`);
      const isNarrowed = args.days !== undefined || args['max-gb'] !== undefined || args['dry-run'];
      if (action !== 'prune' && isNarrowed)
        throw new UsageError('expected --days, --max-gb and --dry-run with prune only');
      const files = await chosen(args);
      if (action === 'list') await list(files, terminal);
      else if (action === 'check') await check(files, terminal);
      else await prune(files, args, terminal);
    },
  });
}

async function chosen({ folder, product, day }: Given): Promise<readonly RunFile[]> {
  if (day !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new UsageError(`expected a day such as 2026-11-27 for --day, got ${day}`);
  if (!(await stat(folder)).isDirectory()) throw new InputError(`${folder}: expected a folder of recordings`);
  const files = await listRuns(folder);
  return files.filter(
    (file) =>
      (product === undefined || file.product === product) && (day === undefined || file.tradingDay === day),
  );
}

async function list(files: readonly RunFile[], terminal: Terminal): Promise<void> {
  for (const file of files) terminal.data(listLine(await summarizeRun(file)));
  if (files.length === 0) terminal.note('no recordings');
}

/** Every recording is checked, then the faults are the result. */
async function check(files: readonly RunFile[], terminal: Terminal): Promise<void> {
  let damaged = 0;
  for (const file of files) {
    if (file.path.endsWith('.sealed')) {
      terminal.note(`${file.path}: sealed with the key of its owner, not checked`);
      continue;
    }
    const checked = await checkedOf(file);
    terminal.data(checkLine(file, checked));
    for (const fault of checked.faults) terminal.note(fault);
    if (checked.faults.length > 0) damaged += 1;
  }
  if (damaged > 0)
    throw new InputError(
      `${damaged} of ${files.length} recordings damaged. What comes before the named byte is read as usual. Restore the file ` +
        'from a backup, or fetch the day from the vendor (undertow fetch); to go on without it, remove the file and its .index, ' +
        '.books and .tail',
    );
}

/** A file that is no recording at all is a fault like the others. */
async function checkedOf({ path }: RunFile) {
  try {
    return await named(path, () => checkRun(path));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const nothing = { records: 0, books: 0, gaps: 0, isEnded: false, hasIndex: false, tornAt: null };
    return { ...nothing, faults: [error.message] };
  }
}

async function prune(files: readonly RunFile[], given: Given, terminal: Terminal): Promise<void> {
  const { days, 'max-gb': gb, 'dry-run': isDryRun } = given;
  if (days === undefined && gb === undefined) throw new UsageError('expected --days, --max-gb or both');
  const limits = {
    days: days === undefined ? null : wholeNumber('days', days, 1, 36_500),
    maxBytes: gb === undefined ? null : wholeNumber('max-gb', gb, 0, 1_000_000) * GB,
  };
  const { expired, overBudget, keptBytes } = prunePlan(files, limits, Date.now());
  for (const [reason, runs] of [
    ['age', expired],
    ['budget', overBudget],
  ] as const) {
    for (const run of runs) {
      if (!isDryRun) await removeRun(run);
      terminal.data(prunedLine(run, reason, isDryRun));
    }
  }
  terminal.note(`${expired.length + overBudget.length} recordings, ${(keptBytes / GB).toFixed(2)} GB stay`);
}
