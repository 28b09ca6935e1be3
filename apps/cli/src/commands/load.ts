/** `undertow load --url http://127.0.0.1:3000 --sockets 10000 --minutes 2`: live sockets of every plan, each frame checked. */
import { instrumentBySymbol } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { failureOf, reportLines } from '#load/load-report.ts';
import { readProcesses } from '#load/role-figures.ts';
import { runLoad } from '#load/run-load.ts';
import { SavedSessions } from '#load/saved-sessions.ts';
import { loopbackAddress } from '#load/wire/loopback-address.ts';
import { wholeNumber } from '#terminal/options.ts';
import { InputError, type Terminal, UsageError } from '#terminal/terminal.ts';

const MAX_SOCKETS = 20_000;
const MAX_MINUTES = 60;
const SECOND_MS = 1000;

const ARGS = {
  url: {
    type: 'string',
    description: 'The product on this machine, with the sandbox as its issuer',
    valueHint: 'http://127.0.0.1:3000',
    default: 'http://127.0.0.1:3000',
  },
  sockets: {
    type: 'string',
    description: `Sockets, at most ${MAX_SOCKETS}: a tenth without a plan, three Basic, four Pro, two Elite`,
    valueHint: 'number',
    default: '1000',
  },
  minutes: {
    type: 'string',
    description: `Measured time once the sockets are open, at most ${MAX_MINUTES}`,
    valueHint: 'number',
    default: '2',
  },
  ramp: { type: 'string', description: 'Sockets opened a second', valueHint: 'number', default: '200' },
  'late-ms': {
    type: 'string',
    description: 'A frame in real time that is older counts as late',
    valueHint: 'ms',
    default: '1000',
  },
  instruments: {
    type: 'string',
    description: 'Symbols of the catalogue that people follow',
    valueHint: 'ES,NQ,CL',
    default: 'ES,NQ,CL',
  },
  processes: {
    type: 'string',
    description:
      'Whose processor time and memory are read: a JSON array of {"role","pid","url"} as the status of a cluster prints it, or @file; by default the metrics of --url',
    valueHint: 'JSON|@file',
  },
  name: {
    type: 'string',
    description: 'Begins the addresses of the people: two loads at once need two names',
    valueHint: 'load',
    default: 'load',
  },
  sessions: {
    type: 'string',
    description:
      'File that keeps the sessions (for its owner only), so that the next load signs nobody in again',
    valueHint: 'file',
  },
  json: {
    type: 'boolean',
    description:
      'One JSON object instead of tables: plans (sockets, frames, late, ages), wrong, wrongBy, closedBy, content, roles, self',
    default: false,
  },
} as const;

export function loadCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'load',
      description:
        'Opens live sockets of every plan on this machine and checks each frame; exit code 1 where one is wrong',
    },
    args: ARGS,
    run: async ({ args }) => {
      const report = await runLoad({
        address: loopbackAddress(args.url),
        sockets: wholeNumber('sockets', args.sockets, 1, MAX_SOCKETS),
        minutes: minutesOf(args.minutes),
        ramp: wholeNumber('ramp', args.ramp, 1, MAX_SOCKETS),
        lateMs: wholeNumber('late-ms', args['late-ms'], 1, 60_000),
        instrumentIds: instrumentsOf(args.instruments),
        name: nameOf(args.name),
        sessions: new SavedSessions(args.sessions ?? null),
        processes: args.processes === undefined ? null : readProcesses(args.processes),
        attemptMs: SECOND_MS,
        note: (line) => terminal.note(line),
      });
      if (args.json) terminal.data(JSON.stringify(report));
      else for (const line of reportLines(report)) terminal.data(line);
      const failure = failureOf(report);
      if (failure !== null) throw new InputError(failure);
    },
  });
}

function minutesOf(text: string): number {
  const minutes = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (minutes <= 0 || minutes > MAX_MINUTES)
    throw new UsageError(`expected more than 0 and at most ${MAX_MINUTES} for --minutes, got ${text}`);
  return minutes;
}

function instrumentsOf(text: string): readonly number[] {
  const ids = text.split(',').map((symbol) => {
    const found = instrumentBySymbol(symbol.trim());
    if (found === undefined)
      throw new UsageError(`expected symbols of the catalogue for --instruments, got ${symbol}`);
    return found.id;
  });
  return [...new Set(ids)];
}

function nameOf(text: string): string {
  if (!/^[a-z][a-z0-9]{0,19}$/.test(text))
    throw new UsageError(`expected up to 20 lower-case letters and digits for --name, got ${text}`);
  return text;
}
