/** The replay of an event on the wire: steps with decimal prices, cut at the viewer's instant, and what the rerun gave. */
import { type EventReplay, type EvidenceDelta, instantOfMs, REPLAY_KINDS } from '@undertow/contracts';
import {
  type ContractBar,
  formatTicks,
  HOUR_MS,
  type Instrument,
  instrumentById,
  lastContract,
  SIDE_BID,
} from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { requireLicence } from '#http/bind/entitlement.ts';
import { recordedUntilMs } from '#http/bind/view.ts';
import { type EventReplays, ReplayBusy, type ReplayResponse, type ReplaySteps } from '#ports/replay.ts';
import {
  type EventReader,
  type EvidenceParts,
  findVisible,
  findWindow,
  type Visible,
} from './event-evidence.ts';

export interface ReplayParts extends EvidenceParts {
  readonly eventReplays: EventReplays;
}

type Verdict = EventReplay['verdict'];
type Drawn = Pick<EventReplay, 'prices' | 'book' | 'steps'>;

const HISTORY_MS = 48 * HOUR_MS;
/** Maximum of paths in a response; the count has their total. */
const MAX_PATHS = 60;
const MICROS = 1000;

const NOT_KEPT =
  'The book at the beginning of the window is not stored with this event, so only changes are known and nothing can be rerun. It is stored a minute after the event and kept for 14 days.';
const OWN_NOT_KEPT =
  'This server stores nothing of your own feed: an event can be rerun only while its window is in memory, a few minutes.';
const OLD_FORMAT = 'The window was stored by an older version, whose rows cannot be rerun.';

function verdictOf({ isRaised, isWhole, compared, differing }: ReplayResponse): Verdict {
  const learnt = isWhole
    ? 'what the detector had learnt of the day before the stored window begins'
    : 'what lies before the stored window, which begins after the event did';
  if (!isRaised) {
    const reason = `The same detectors over the stored rows did not raise the event again: it rests on ${learnt}.`;
    return { state: 'not_raised', reason, compared, differing: [] };
  }
  if (differing.length === 0) {
    const reason = `The same detectors over the stored rows raised the same event: all ${compared} values are equal, bit for bit.`;
    return { state: 'equal', reason, compared, differing: [] };
  }
  const reason = `The same detectors over the stored rows raised the event again; ${differing.length} of ${compared} values differ, for they rest on ${learnt}.`;
  return { state: 'differs', reason, compared, differing: differing.slice(0, MAX_PATHS) };
}

function draw(instrument: Instrument, { book, kinds, atMicros, priceTicks, sizes }: ReplaySteps): Drawn {
  const ofBook = Array.from({ length: book.length / 3 }, (_, n) => book[n * 3 + 1]!);
  const ticks = [...new Set([...ofBook, ...priceTicks])].sort((a, b) => a - b);
  const places = new Map(ticks.map((price, place) => [price, place]));
  const placeOf = (price: number): number => places.get(price) ?? 0;
  return {
    prices: ticks.map((price) => formatTicks(instrument, price)),
    book: ofBook.map((price, n) => ({
      side: book[n * 3] === SIDE_BID ? 'bid' : 'ask',
      price: placeOf(price),
      size: book[n * 3 + 2]!,
    })),
    steps: {
      kind: [...kinds],
      atMicros: [...atMicros],
      price: Array.from(priceTicks, placeOf),
      size: [...sizes],
    },
  };
}

/** Of an event without a tape only the trades of its window can be shown. */
function drawTrades(deltas: readonly EvidenceDelta[], fromMs: number): Drawn {
  const trades = deltas.filter(({ action, price }) => action === 'trade' && price !== null);
  const prices = [...new Set(trades.map(({ price }) => price ?? ''))].sort((a, b) => Number(a) - Number(b));
  const kinds = { bid: 'buy', ask: 'sell', none: 'trade' } as const;
  return {
    prices,
    book: [],
    steps: {
      kind: trades.map(({ side }) => REPLAY_KINDS.indexOf(kinds[side])),
      atMicros: trades.map(({ at }) => Math.max(0, Math.round((Date.parse(at) - fromMs) * MICROS))),
      price: trades.map(({ price }) => prices.indexOf(price ?? '')),
      size: trades.map(({ size }) => size),
    },
  };
}

/** Of a line that is not connected those that are stored. */
async function barsBefore(
  { event, views, market, source }: Visible,
  toMs: number,
): Promise<readonly ContractBar[]> {
  const fromMs = toMs - HISTORY_MS;
  if (views !== null) return views.minuteBars(event.instrumentId, fromMs, toMs);
  if (market === null || market === 'house') return [];
  return market.listBars(event.instrumentId, source, fromMs, toMs);
}

/** Throws the same NOT_FOUND for an unknown event and for one that the viewer may not, or not yet, see. */
export async function findReplay(
  parts: ReplayParts,
  reader: EventReader,
  id: string,
): Promise<{ replay: EventReplay; visible: Visible }> {
  const visible = await findVisible(parts, reader, id);
  const { event, source, market } = visible;
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) throw new AppError('NOT_FOUND');
  requireLicence(visible.access, 'recordings');
  const settledMs = recordedUntilMs(visible, visible.access);
  const window = await findWindow(parts, visible);
  const raisedMs = Number(event.detectedNs / 1_000_000n);
  const response =
    window?.tape == null
      ? null
      : await parts.eventReplays
          .replay({
            tape: window.tape,
            event: settledMs < window.toMs ? event : null,
            untilMs: Math.min(settledMs, window.toMs),
            source,
            bars: lastContract(await barsBefore(visible, raisedMs)),
          })
          .catch((error: unknown) => {
            throw error instanceof ReplayBusy ? new AppError('QUEUE_FULL') : error;
          });
  if (response !== null) {
    const { fromMs, toMs } = response.steps;
    const span = { from: instantOfMs(fromMs), to: instantOfMs(Math.max(fromMs, toMs)) };
    const drawn = draw(instrument, response.steps);
    return {
      replay: { eventId: id, ...span, bookKnown: true, ...drawn, verdict: verdictOf(response) },
      visible,
    };
  }
  const notKept = market === null ? OWN_NOT_KEPT : NOT_KEPT;
  const reason = window?.tape == null ? notKept : OLD_FORMAT;
  const fromMs = window?.fromMs ?? raisedMs;
  const limit = instantOfMs(settledMs);
  const deltas = window === undefined ? [] : parts.windowCodec.decode(window.deltas);
  return {
    replay: {
      eventId: id,
      from: instantOfMs(fromMs),
      to: instantOfMs(Math.max(fromMs, Math.min(window?.toMs ?? raisedMs, settledMs))),
      bookKnown: false,
      ...drawTrades(
        deltas.filter(({ at }) => at < limit),
        fromMs,
      ),
      verdict: { state: 'cannot_tell', reason, compared: 0, differing: [] },
    },
    visible,
  };
}
