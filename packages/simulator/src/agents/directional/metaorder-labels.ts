/** What is true of an institution's programme, and of the icebergs and slices that its children were. */
import { MS_NS, SIDE_BID } from '@undertow/market';
import type { OwnOrder, Player, Truth } from '#agents/frame/agent-group.ts';
import { type ClipLedger, clipInformation } from '#agents/frame/clip-ledger.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { Observability } from '#ground-truth/labels.ts';

export type Tactic = 'native' | 'synthetic' | 'clips';

/** Before so many executions, and this part of its duration, a programme cannot be distinguished from chance. */
const EVIDENT_CHILDREN = 10;
const EVIDENT_PART = 5n;
const CLEAR_SHARE = 0.05;
const FAINT_SHARE = 0.02;
/**
 * Slices that an observer needs to distinguish them from chance, and the size below which they are lost in the crowd.
 */
const EVIDENT_SLICES = 4;
const CLEAR_SLICE = 4;
/** One iceberg is an iceberg; that several follow one another shows a programme behind them. */
const EVIDENT_ICEBERGS = 2;
/**
 * An observer who does not know the side, the size class, the beginning and the length of a run of clips has some ten
 * thousand guesses an hour (2 x 10 x 60 x 10); evidence below its logarithm is what chance shows somewhere in every
 * hour.
 */
const CLEAR_NATS = 10;

/** A parent order at work. */
export interface Programme extends Player {
  readonly side: number;
  readonly tactic: Tactic;
  readonly schedule: 'pov' | 'twap';
  /** Planned share of the market's volume. */
  readonly share: number;
  readonly plannedNs: number;
  readonly gapNs: number;
  readonly isRegular: boolean;
  readonly isConstant: boolean;
  readonly latencyNs: number;
  /** Contracts taken at once by an aggressive child. */
  clip: number;
  total: number;
  display: number;
  /** -1 until the volume that is usual is known. */
  startNs: number;
  volumeBefore: number;
  volumeAtLast: number;
  /** Contracts taken from the book. */
  taken: number;
  /** Contracts of passive children that rest no more. */
  finished: number;
  readonly takerIds: string[];
  /** What it took, and everybody's aggressors before its start and at its last execution. */
  readonly clips: ClipLedger;
  readonly crowdBefore: ClipLedger;
  readonly crowdAtLast: ClipLedger;
  current: OwnOrder | null;
  /** Slices posted one after another without a pause. */
  slices: OwnOrder[];
  children: number;
  tenthNs: number;
  lastNs: number;
  lowTicks: number;
  highTicks: number;
  /** Of the present iceberg. */
  refills: number;
  firstRefillNs: number;
  icebergs: number;
  /** Icebergs that refilled. */
  shownIcebergs: number;
  campaigns: number;
}

export interface ChildWriter {
  /** Id of the parent's label. */
  readonly parent: string;
  readonly write: (truth: Truth) => void;
}

type End = 'completed' | 'cancelled' | 'open';

/** Contracts executed so far. */
export function executedBy({ taken, finished, current }: Programme): number {
  return taken + finished + (current?.filled ?? 0);
}

export function labelIcebergChild(
  programme: Programme,
  order: OwnOrder,
  end: End,
  { parent, write }: ChildWriter,
): void {
  const { refills } = programme;
  if (order.size <= programme.display) return;
  write({
    type: 'iceberg',
    sub: 'native',
    side: programme.side,
    fromNs: order.entryNs,
    evidentNs: refills > 0 ? programme.firstRefillNs : null,
    orders: [order],
    params: { display: programme.display, total: order.size, refills, end, parent },
    observability: refills > 0 ? 'exact' : 'none',
    success: end === 'open' ? null : end === 'completed',
    suffix: `iceberg-${++programme.icebergs}`,
  });
}

/** Ends the run of slices: at least two in a row are a synthetic iceberg. What still rests belongs to the next run. */
export function flushSlices(programme: Programme, { parent, write }: ChildWriter): void {
  const { current, latencyNs } = programme;
  const slices = programme.slices.filter((order) => order !== current);
  programme.slices = current === null || programme.tactic !== 'synthetic' ? [] : [current];
  if (slices.length < 2) return;
  const mean = slices.reduce((sum, { size }) => sum + size, 0) / slices.length;
  const strength = slices.length < EVIDENT_SLICES || mean < CLEAR_SLICE ? 'weak' : 'strong';
  const observability: Observability = slices.length === 2 ? 'none' : strength;
  const evident = slices[Math.min(slices.length, EVIDENT_SLICES) - 1]!;
  write({
    type: 'iceberg',
    sub: 'synthetic',
    side: programme.side,
    fromNs: slices[0]!.entryNs,
    evidentNs: observability === 'none' ? null : evident.entryNs,
    orders: slices,
    params: {
      slice: Math.round(mean * 10) / 10,
      slices: slices.length,
      latencyMs: latencyNs / MS_NS,
      variant: 'jittered',
      parent,
    },
    observability,
    success: null,
    suffix: `slices-${++programme.campaigns}`,
  });
}

/** Whether its children can be distinguished from chance: by their icebergs, their slices or their clips. */
function isDistinct(programme: Programme, nats: number): boolean {
  if (nats >= CLEAR_NATS) return true;
  if (programme.tactic === 'native') return programme.shownIcebergs >= EVIDENT_ICEBERGS;
  if (programme.tactic === 'clips') return false;
  const slices = programme.orders.filter(({ filled }) => filled > 0);
  const mean = slices.reduce((sum, { size }) => sum + size, 0) / Math.max(1, slices.length);
  return slices.length >= EVIDENT_SLICES && mean >= CLEAR_SLICE;
}

/** From the first order to the last execution; `share` is what it was of all contracts traded meanwhile. */
export function judgeProgramme(market: MarketAccess, programme: Programme, end: End): void {
  const t0Ns = market.exchangeNs(programme.startNs);
  const t1Ns = market.exchangeNs(programme.lastNs);
  const qty = executedBy(programme);
  const share = qty / Math.max(1, programme.volumeAtLast - programme.volumeBefore);
  const fifthNs = t0Ns + (t1Ns - t0Ns) / EVIDENT_PART;
  const tenthNs = programme.tenthNs < 0 ? null : market.exchangeNs(programme.tenthNs);
  const nats = clipInformation(programme.side, programme.clips, programme.crowdBefore, programme.crowdAtLast);
  const visible = programme.children >= EVIDENT_CHILDREN && share >= FAINT_SHARE;
  market.onLabel({
    id: `metaorder-${market.instrumentId}-${programme.serial}`,
    type: 'institutional',
    sub: programme.tactic,
    side: programme.side === SIDE_BID ? 'bid' : 'ask',
    instrumentId: market.instrumentId,
    t0Ns,
    t1Ns,
    tEvidentNs: visible && tenthNs !== null ? (tenthNs > fifthNs ? tenthNs : fifthNs) : null,
    priceLowTicks: programme.lowTicks,
    priceHighTicks: programme.highTicks,
    qty,
    agentIds: [`metaorder/${programme.serial}`],
    orderIds: [...programme.orders.map(({ orderId }) => String(orderId)), ...programme.takerIds],
    params: {
      schedule: programme.schedule,
      total: programme.total,
      plannedShare: Math.round(programme.share * 1000) / 1000,
      share: Math.round(share * 1000) / 1000,
      children: programme.children,
      minutes: Math.round(Number(t1Ns - t0Ns) / 6e9) / 10,
      clip: programme.clip,
      clipNats: Math.round(nats * 10) / 10,
      icebergs: programme.shownIcebergs,
      end,
    },
    observability: !visible
      ? 'none'
      : share >= CLEAR_SHARE && isDistinct(programme, nats)
        ? 'strong'
        : 'weak',
    success: end === 'open' ? null : end === 'completed',
  });
}
