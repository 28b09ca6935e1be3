/** Fills the views of an instrument from storage when its first session starts. */
import {
  contractBeganMs,
  epochMsOfNs,
  FLOW_EVENT_TYPES,
  type Instrument,
  MINUTE_MS,
  PATTERN_TYPES,
  productCalendar,
} from '@undertow/market';
import { decodeFrame } from '#live/record/frame-codec.ts';
import { closedAt } from '#live/views/signal-log.ts';
import type { ViewBoard } from '#live/views/view-board.ts';
import type { LiveLineInput } from './live-line-input.ts';

const FRAMES_MS = 30 * MINUTE_MS;
const MAX_STORED_EVENTS = 1200;

type RefillParts = Pick<LiveLineInput, 'feed' | 'calendar' | 'marketStore' | 'log'>;

/** Fills the views with what is stored of the day's signals. */
export async function putStoredSignals(
  { feed, calendar, marketStore: store, log }: RefillParts,
  board: ViewBoard,
  instrument: Instrument,
): Promise<void> {
  try {
    const nowMs = feed.nowMs();
    const hours = productCalendar(calendar, instrument);
    const dayMs = Math.min(hours.sessionBounds(hours.tradingDayOf(nowMs)).openMs, nowMs - FRAMES_MS);
    const { code } = feed.contractOf(instrument.id);
    const beganMs = contractBeganMs(await store.listBars(instrument.id, feed.source, dayMs, nowMs), code);
    const fromMs = Math.min(nowMs, Math.max(dayMs, beganMs ?? dayMs));
    const ofDay = await store.listEvents(
      [instrument.id],
      feed.source,
      FLOW_EVENT_TYPES,
      dayMs,
      nowMs,
      MAX_STORED_EVENTS,
    );
    // A process that was killed before the roll closed none
    const events = ofDay.map((event) =>
      epochMsOfNs(event.detectedNs) < fromMs ? closedAt(event, fromMs) : event,
    );
    const patterns = await store.listPatterns(
      [instrument.id],
      feed.source,
      PATTERN_TYPES,
      fromMs,
      nowMs,
      MAX_STORED_EVENTS,
    );
    board.putStored(instrument.id, events, patterns);
  } catch (error) {
    log.error({ err: error, instrumentId: instrument.id }, 'stored signals not shown');
  }
}

/**
 * Fills the views with what an earlier process recorded. A replay starts its tape from the beginning and uses none of
 * it.
 */
export async function refillViews(
  parts: RefillParts,
  board: ViewBoard,
  instrument: Instrument,
): Promise<void> {
  const { feed, marketStore: store, log } = parts;
  if (feed.source === 'replay') return;
  await putStoredSignals(parts, board, instrument);
  try {
    const { code } = feed.contractOf(instrument.id);
    const frames = await store.listFrames(instrument.id, feed.source, feed.nowMs() - FRAMES_MS);
    for (const { frame } of frames) board.refill(decodeFrame(frame, code));
    board.endOtherContract(instrument.id);
  } catch (error) {
    log.error({ err: error, instrumentId: instrument.id }, 'views not refilled from storage');
  }
}
