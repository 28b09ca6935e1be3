/** Measures what the tapes and windows of one simulated ES hour take, and prints the figures as JSON. */
import { createPipeline } from '@undertow/detection';
import {
  type FlowEvent,
  HOUR_MS,
  InstrumentMarket,
  instrumentById,
  ROW_LENGTH,
  rowWholeMs,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { cutEventWindow } from '@undertow/server/src/live/tape/event-window.ts';
import { SessionTape } from '@undertow/server/src/live/tape/session-tape.ts';
import { windowEndMs } from '@undertow/server/src/live/tape/window-end.ts';
import { createSession, RowBuffer } from '@undertow/simulator';

const START_MS = Date.parse('2026-11-18T15:00:00Z');
const STEP_MS = 1000;
const SEED = 7;

function measureHour() {
  const instrument = instrumentById(1);
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  const young = new Map<string, FlowEvent>();
  const market = new InstrumentMarket({ instrument, tier: 'L3', calendar: SIMULATED_CALENDAR });
  const tape = new SessionTape(market);
  const pipeline = createPipeline({
    ...{ instrument, tier: 'L3', market },
    emit: (event, change) => {
      tape.keep(event, change);
      if (change === 'new') young.set(event.id, event);
    },
  });
  const session = createSession({
    ...{ instrument, seed: SEED, startMs: START_MS, openTicks: instrument.basePriceTicks },
  });
  const figures = { events: 0, rows: 0, tapeBytes: 0, windowBytes: 0, cutCpuMs: 0 };
  const cutDue = (nowMs: number): void => {
    for (const event of young.values()) {
      if (nowMs < windowEndMs(event)) break;
      const before = process.cpuUsage();
      const cut = cutEventWindow(tape, event, windowEndMs(event));
      const { user, system } = process.cpuUsage(before);
      figures.events += 1;
      figures.tapeBytes += cut.tape?.length ?? 0;
      figures.windowBytes += cut.deltas.length;
      figures.cutCpuMs += (user + system) / 1000;
      young.delete(event.id);
    }
  };
  const rows = new RowBuffer();
  for (let timeMs = START_MS + STEP_MS; timeMs <= START_MS + HOUR_MS; timeMs += STEP_MS) {
    rows.clear();
    session.advance(timeMs, rows);
    for (let at = 0; at < rows.count * ROW_LENGTH; at += ROW_LENGTH) {
      cutDue(rowWholeMs(rows.rows, at));
      const match = market.applyRow(rows.rows, at);
      if (match !== null) pipeline.onMatch(match);
      tape.record(rows.rows, at, pipeline);
    }
    figures.rows += rows.count;
  }
  return figures;
}

process.stdout.write(`${JSON.stringify(measureHour())}\n`);
