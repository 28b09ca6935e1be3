/** `undertow bars FILE --interval 1m`: bars made from the trades of a recording, a JSON line each. */
import {
  aggregateBars,
  type Bar,
  CME_CALENDAR,
  formatTicks,
  MarketFacts,
  MINUTE_MS,
  TIMEFRAME_MINUTES,
  type TimeframeMinutes,
} from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { type RecordedInstrument, type RowReader, readInstruments } from '#recordings/read-instruments.ts';
import { durationMs } from '#terminal/options.ts';
import { type Terminal, UsageError } from '#terminal/terminal.ts';

const ARGS = {
  file: { type: 'positional', description: 'DBN file with trades, plain or zstd', required: true },
  interval: {
    type: 'string',
    description: 'Length of a bar: 1m, 5m, 10m, 15m, 30m or 60m',
    valueHint: 'interval',
    default: '1m',
  },
} as const;

export function barsCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'bars', description: 'Bars made from the trades of a recording, a JSON line each' },
    args: ARGS,
    run: async ({ args }) => {
      const minutes = timeframe(args.interval);
      const rows = await openRecording(args.file);
      const readers = await named(args.file, () =>
        readInstruments(
          rows,
          (recorded) => new BarReader(recorded),
          (all) => {
            for (const reader of all.values()) reader.collect();
          },
        ),
      );
      noteLeftOut(args.file, rows, terminal);
      const lines = linesOf([...readers.values()], minutes, readers.size > 1);
      if (lines.length === 0) terminal.note(`${args.file}: no trades to make bars of`);
      for (const line of lines) terminal.data(line);
    },
  });
}

function timeframe(text: string): TimeframeMinutes {
  const minutes = durationMs('interval', text) / MINUTE_MS;
  const found = TIMEFRAME_MINUTES.find((candidate) => candidate === minutes);
  if (found === undefined)
    throw new UsageError(`expected --interval out of ${TIMEFRAME_MINUTES.join('m, ')}m, got ${text}`);
  return found;
}

class BarReader implements RowReader {
  readonly recorded: RecordedInstrument;
  readonly #facts: MarketFacts;
  readonly #minutes: Bar[] = [];
  #taken = 0;

  constructor(recorded: RecordedInstrument) {
    this.recorded = recorded;
    this.#facts = new MarketFacts({ instrument: recorded.instrument, calendar: CME_CALENDAR });
  }

  applyRow(rows: Int32Array, at: number): void {
    this.#facts.applyRow(rows, at);
  }

  /** Takes the closed bars before they fall out of the facts' ring. */
  collect(): void {
    this.#minutes.push(...this.#facts.bars.after(this.#taken));
    this.#taken = this.#facts.bars.pushed;
  }

  /** All bars, the one that was forming at the end of the file included. */
  bars(minutes: TimeframeMinutes): Bar[] {
    const forming = this.#facts.formingBar();
    return aggregateBars(forming === null ? this.#minutes : [...this.#minutes, forming], minutes);
  }
}

/** Lines by time, instruments of the same minute in the order of the file. */
function linesOf(readers: readonly BarReader[], minutes: TimeframeMinutes, isSeveral: boolean): string[] {
  return readers
    .flatMap((reader) => reader.bars(minutes).map((bar) => ({ recorded: reader.recorded, bar })))
    .sort((a, b) => a.bar.startMs - b.bar.startMs)
    .map(({ recorded: { instrument, symbol }, bar }) =>
      JSON.stringify({
        t: new Date(bar.startMs).toISOString(),
        ...(isSeveral ? { symbol } : {}),
        open: formatTicks(instrument, bar.openTicks),
        high: formatTicks(instrument, bar.highTicks),
        low: formatTicks(instrument, bar.lowTicks),
        close: formatTicks(instrument, bar.closeTicks),
        volume: bar.volume,
        buyVolume: bar.buyVolume,
        sellVolume: bar.sellVolume,
        trades: bar.trades,
      }),
    );
}
