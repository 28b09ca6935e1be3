/** `undertow backtest RULE.yaml FILE.dbn.zst...`: a rule tested on recordings, with random entries as its base line. */
import { readFile } from 'node:fs/promises';
import { type BacktestRule, BacktestRun, RANDOM_SETS, readRule } from '@undertow/backtest';
import { CME_CALENDAR, INSTRUMENTS, type Instrument, productCalendar } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { exampleRule } from '#backtest/example-rule.ts';
import { addFast, addRowByRow, readSessions } from '#backtest/read-sessions.ts';
import { resultJson, resultLines } from '#backtest/result-lines.ts';
import { wholeNumber } from '#terminal/options.ts';
import { InputError, type Terminal, UsageError } from '#terminal/terminal.ts';

const ARGS = {
  rule: { type: 'positional', description: 'Rule in YAML or JSON', required: false },
  files: {
    type: 'positional',
    description: 'DBN files in the order of time, plain or zstd',
    required: false,
  },
  example: { type: 'boolean', description: 'Prints a commented rule instead', default: false },
  json: { type: 'boolean', description: 'One JSON object instead of lines', default: false },
  zone: {
    type: 'string',
    description: 'Zone of the hours that trades are grouped by',
    valueHint: 'IANA name',
    default: 'America/Chicago',
  },
  seed: { type: 'string', description: 'Same seed, same result', valueHint: 'number', default: '1' },
} as const;

const MAX_SEED = 2 ** 31;

export function backtestCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'backtest',
      description: 'Tests a rule on recordings: trades, figures, and what is chance',
    },
    args: ARGS,
    run: async ({ args }) => {
      if (args.example) {
        terminal.data(exampleRule('ES').trimEnd());
        return;
      }
      const [path, ...files] = args._;
      if (path === undefined || files.length === 0)
        throw new UsageError('expected a rule and at least one DBN file, or --example');
      const seed = wholeNumber('seed', args.seed, 0, MAX_SEED);
      const zone = zoneOf(args.zone);
      const { rule, instrument } = await openRule(path);
      const sessions = await readSessions(files, instrument, terminal);
      const calendar = productCalendar(CME_CALENDAR, instrument);
      const run = new BacktestRun({ rule, instrument, calendar, seed, chosenPerDay: 10, sets: RANDOM_SETS });
      if (rule.fills.model === 'queue') await addRowByRow(run, sessions, files, instrument);
      else addFast(run, sessions);
      const result = run.result({ tried: { pValues: [], sharpes: [] }, zone });
      if (args.json) terminal.data(resultJson(instrument, result));
      else for (const line of resultLines(result)) terminal.data(line);
    },
  });
}

function instrumentOf(product: string): Instrument | null {
  return INSTRUMENTS.find(({ symbol }) => symbol === product) ?? null;
}

/** Every fault of the rule with its line. */
async function openRule(
  path: string,
): Promise<{ readonly rule: BacktestRule; readonly instrument: Instrument }> {
  const { rule, faults } = readRule(await readFile(path, 'utf8'), instrumentOf);
  const instrument = rule === null ? null : instrumentOf(rule.product);
  if (rule !== null && instrument !== null) return { rule, instrument };
  const lines = faults.map(({ line, message }) => `${path}${line === null ? '' : `:${line}`}: ${message}`);
  throw new InputError(lines.join('\n'));
}

function zoneOf(zone: string): string {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
    return zone;
  } catch {
    throw new UsageError(`expected a zone such as Europe/London for --zone, got ${zone}`);
  }
}
