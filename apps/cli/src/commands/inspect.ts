/** `undertow inspect FILE`: what a recording holds, as one JSON object. */

import type { DbnInstrument, DbnRows } from '@undertow/feeds';
import { NANOS_PER_POINT } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { Inspection, type InspectionFigures, totalFigures } from '#recordings/inspection.ts';
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { readInstruments } from '#recordings/read-instruments.ts';
import type { Terminal } from '#terminal/terminal.ts';

const ARGS = {
  file: { type: 'positional', description: 'DBN file, plain or zstd', required: true },
} as const;

export function inspectCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: {
      name: 'inspect',
      description: 'Counts records, trades, icebergs and elected stops of a recording',
    },
    args: ARGS,
    run: async ({ args }) => {
      terminal.data(JSON.stringify(await inspect(args.file, terminal), null, 2));
    },
  });
}

/** One instrument: its figures. Several: the totals, and each one's under `instruments`. */
async function inspect(path: string, terminal: Terminal): Promise<object> {
  const rows = await openRecording(path);
  const inspections = await named(path, () =>
    readInstruments(rows, ({ instrument, tier }) => new Inspection(instrument, tier === 'L3')),
  );
  noteLeftOut(path, rows, terminal);
  const each = rows.instruments.map((instrument) => ({
    symbol: instrument.symbol,
    ...figuresOf(inspections.get(instrument.localId), rows, instrument),
    ...statisticsOf(rows, instrument),
  }));
  const [first] = each;
  if (first !== undefined && each.length === 1) return { ...first, records: rows.counts.records };
  return { ...totalFigures(each), records: rows.counts.records, instruments: each };
}

/** Types of the exchange's statistics. */
const SETTLEMENT = 3;
const CLEARED_VOLUME = 6;
const OPEN_INTEREST = 9;

/** The newest statistics of the exchange, where the file has any. */
function statisticsOf({ counts }: DbnRows, { fileId }: DbnInstrument): object {
  const newest = counts.statistics.get(fileId);
  if (newest === undefined) return {};
  const settlement = newest.get(SETTLEMENT)?.priceNanos ?? null;
  const quantityOf = (type: number): number | null => {
    const quantity = newest.get(type)?.quantity ?? null;
    return quantity === null ? null : Number(quantity);
  };
  return {
    statistics: {
      settlement: settlement === null ? null : Number(settlement) / NANOS_PER_POINT,
      clearedVolume: quantityOf(CLEARED_VOLUME),
      openInterest: quantityOf(OPEN_INTEREST),
    },
  };
}

function figuresOf(
  inspection: Inspection | undefined,
  rows: DbnRows,
  instrument: DbnInstrument,
): InspectionFigures {
  const tally = rows.tallyOf(instrument.localId);
  return inspection?.figures(tally) ?? { ...totalFigures([]), records: tally.records };
}
