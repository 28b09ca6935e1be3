/** `undertow simulate --instrument ES --seed 7 --minutes 60 --out DIR`: a simulated market as a recording with labels. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMboFile } from '@undertow/feeds';
import { contractAt, formatTicks, INSTRUMENTS, type Instrument, instrumentBySymbol } from '@undertow/market';
import { createSession, type Label, RowBuffer } from '@undertow/simulator';
import { type CommandDef, defineCommand } from 'citty';
import { wholeNumber } from '#options.ts';
import { type Terminal, UsageError } from '#terminal.ts';

const MINUTE_MS = 60_000;
const MAX_MINUTES = 10_080;
const MAX_SEED = Number.MAX_SAFE_INTEGER;

const ARGS = {
  instrument: {
    type: 'string',
    description: 'Product of the catalogue, for example ES',
    valueHint: 'symbol',
    default: 'ES',
  },
  seed: { type: 'string', description: 'Same seed, same market', valueHint: 'number', default: '1' },
  minutes: { type: 'string', description: 'Length of the market', valueHint: 'minutes', default: '60' },
  start: {
    type: 'string',
    description: 'First instant, ISO 8601 in UTC',
    valueHint: 'instant',
    default: '2026-03-02T14:30:00Z',
  },
  out: {
    type: 'string',
    description: 'Folder for market.dbn.zst and labels.jsonl; made when it is not there',
    valueHint: 'folder',
    required: true,
  },
} as const;

export function simulateCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'simulate',
      description: 'Writes a simulated market as a DBN recording, with labels of what was true',
    },
    args: ARGS,
    run: async ({ args }) => {
      const plan: SimulationPlan = {
        instrument: product(args.instrument),
        seed: wholeNumber('seed', args.seed, 0, MAX_SEED),
        minutes: wholeNumber('minutes', args.minutes, 1, MAX_MINUTES),
        startMs: instantMs(args.start),
        folder: args.out,
      };
      terminal.data(JSON.stringify(await simulate(plan, terminal)));
    },
  });
}

interface SimulationPlan {
  readonly instrument: Instrument;
  readonly seed: number;
  readonly minutes: number;
  readonly startMs: number;
  readonly folder: string;
}

/** Runs the exchange minute by minute into the two files and returns what was written. */
async function simulate(plan: SimulationPlan, terminal: Terminal): Promise<object> {
  const { instrument, seed, minutes, startMs, folder } = plan;
  await mkdir(folder, { recursive: true });
  const market = join(folder, 'market.dbn.zst');
  const labelsPath = join(folder, 'labels.jsonl');
  const { code } = contractAt(instrument, startMs);
  const file = createMboFile(market, {
    dataset: 'UNDERTOW.SIM',
    symbol: code,
    instrumentId: instrument.id,
    tickNanos: instrument.tickNanos,
    startMs,
    endMs: startMs + minutes * MINUTE_MS,
  });
  const session = createSession({ instrument, seed, startMs, openTicks: instrument.basePriceTicks });
  const labels: Label[] = [];
  const rows = new RowBuffer();
  let records = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    rows.clear();
    session.advance(startMs + minute * MINUTE_MS, rows);
    labels.push(...session.takeLabels());
    await file.write(rows);
    records += rows.count;
    if (minute % 10 === 0 || minute === minutes)
      terminal.note(`${code}: ${minute} of ${minutes} minutes, ${records} rows, ${labels.length} labels`);
  }
  labels.push(...session.finish());
  await file.close();
  const lines = labels.map((label) => `${JSON.stringify(labelLine(instrument, code, label))}\n`);
  await writeFile(labelsPath, lines.join(''));
  return {
    market,
    labels: labelsPath,
    symbol: code,
    seed,
    minutes,
    rows: records,
    labelCount: labels.length,
  };
}

function labelLine(instrument: Instrument, symbol: string, label: Label): object {
  return {
    id: label.id,
    type: label.type,
    sub: label.sub,
    side: label.side,
    symbol,
    t0: label.t0Ns.toString(),
    t1: label.t1Ns.toString(),
    tEvident: label.tEvidentNs?.toString() ?? null,
    priceLow: formatTicks(instrument, label.priceLowTicks),
    priceHigh: formatTicks(instrument, label.priceHighTicks),
    qty: label.qty,
    agentIds: label.agentIds,
    orderIds: label.orderIds,
    params: label.params,
    observability: label.observability,
    success: label.success,
  };
}

function product(symbol: string): Instrument {
  const instrument = instrumentBySymbol(symbol.toUpperCase());
  if (instrument === undefined) {
    const known = INSTRUMENTS.map((candidate) => candidate.symbol).join(', ');
    throw new UsageError(`expected --instrument out of ${known}, got ${symbol}`);
  }
  return instrument;
}

function instantMs(text: string): number {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text);
  const ms = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new UsageError(`expected an instant such as 2026-03-02T14:30:00Z for --start, got ${text}`);
  return ms;
}
