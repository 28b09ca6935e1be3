/** `undertow inspect FILE`: what a recording holds, as one JSON object. */
import type { DbnInstrument, DbnRows } from '@undertow/feeds';
import { COL_INSTRUMENT, ROW_LENGTH } from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { Inspection, type InspectionFigures, totalFigures } from '#inspection.ts';
import { named, noteLeftOut, openRecording } from '#open-recording.ts';
import type { Terminal } from '#terminal.ts';

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
  const inspections = await named(path, () => inspectAll(rows));
  noteLeftOut(path, rows, terminal);
  const each = rows.instruments.map((instrument) => ({
    symbol: instrument.symbol,
    ...figuresOf(inspections.get(instrument.localId), rows, instrument),
  }));
  const [first] = each;
  if (first !== undefined && each.length === 1) return { ...first, records: rows.counts.records };
  return { ...totalFigures(each), records: rows.counts.records, instruments: each };
}

async function inspectAll(rows: DbnRows): Promise<Map<number, Inspection>> {
  const inspections = new Map<number, Inspection>();
  let localId = 0;
  let inspection: Inspection | undefined;
  for await (const batch of rows.batches) {
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) {
      const id = batch.rows[at + COL_INSTRUMENT] as number;
      if (inspection === undefined || id !== localId) {
        localId = id;
        inspection = inspections.get(id) ?? makeInspection(rows, id);
        inspections.set(id, inspection);
      }
      inspection.applyRow(batch.rows, at);
    }
  }
  return inspections;
}

function makeInspection(rows: DbnRows, localId: number): Inspection {
  const instrument = rows.instruments[localId - 1]?.instrument;
  if (instrument === undefined || instrument === null)
    throw new RangeError(`row of unknown instrument ${localId}`);
  return new Inspection(instrument, rows.tallyOf(localId).tier === 'L3');
}

function figuresOf(
  inspection: Inspection | undefined,
  rows: DbnRows,
  instrument: DbnInstrument,
): InspectionFigures {
  const tally = rows.tallyOf(instrument.localId);
  return inspection?.figures(tally) ?? { ...totalFigures([]), records: tally.records };
}
