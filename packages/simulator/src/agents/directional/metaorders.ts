/** Institutions that work an order too large for the book over minutes to hours, in children and on one side. */
import { NO_PRICE, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { AgentGroup, type OwnOrder, type Player } from '#agents/frame/agent-group.ts';
import { ClipLedger } from '#agents/frame/clip-ledger.ts';
import type { MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { EventReport } from '#engine/event-report.ts';
import { awayStep } from '#flow/book-weights.ts';
import { pow } from '#random/exact-math.ts';
import {
  executedBy,
  flushSlices,
  judgeProgramme,
  labelIcebergChild,
  type Programme,
  type Tactic,
} from './metaorder-labels.ts';

const LOOK = 1;
const POST = 2;

const MIN_NS = 300 * SECOND_NS;
const MAX_NS = 5400 * SECOND_NS;
/** Tail of the law of parent sizes (Gabaix et al. 2006): at a given participation it is that of their durations. */
const TAIL = 1.5;
const MIN_SHARE = 0.05;
const MAX_SHARE = 0.2;
const MIN_TWAP_SHARE = 0.02;
const MAX_TWAP_SHARE = 0.12;
const TWAP = 0.4;
const RETRY_NS = 60 * SECOND_NS;
/** A passive child waits until the schedule has run this many clips ahead of it before its trader pays the spread. */
const PATIENCE_CLIPS = 4;

export interface MetaorderOptions {
  readonly owner: number;
  readonly perHour: number;
  readonly gauge: MarketGauge;
}

export class Metaorders extends AgentGroup<Programme> {
  readonly #gauge: MarketGauge;

  constructor(market: MarketAccess, { owner, perHour, gauge }: MetaorderOptions) {
    super(market, 'metaorder', owner, perHour);
    this.#gauge = gauge;
  }

  protected begin(player: Player): Programme {
    const { random } = player;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const kind = random.unit();
    const tactic: Tactic = kind < 0.4 ? 'native' : kind < 0.6 ? 'synthetic' : 'clips';
    const isTwap = random.chance(TWAP);
    const low = isTwap ? MIN_TWAP_SHARE : MIN_SHARE;
    const high = isTwap ? MAX_TWAP_SHARE : MAX_SHARE;
    const latency = Math.min(20e6, Math.max(0.3e6, random.logNormal(2.5e6, 1)));
    return {
      ...player,
      side,
      tactic,
      schedule: isTwap ? 'twap' : 'pov',
      share: low + (high - low) * random.unit(),
      plannedNs: Math.min(MAX_NS, MIN_NS * pow(random.openUnit(), -1 / TAIL)),
      gapNs: (2 + 13 * random.unit()) * SECOND_NS,
      isRegular: random.chance(0.5),
      isConstant: random.chance(0.5),
      latencyNs: latency * this.market.perturbation.latencyFactor,
      clip: 1,
      total: 0,
      display: 1,
      startNs: -1,
      volumeBefore: 0,
      volumeAtLast: 0,
      taken: 0,
      finished: 0,
      takerIds: [],
      clips: new ClipLedger(),
      crowdBefore: new ClipLedger(),
      crowdAtLast: new ClipLedger(),
      current: null,
      slices: [],
      children: 0,
      tenthNs: -1,
      lastNs: -1,
      lowTicks: Number.POSITIVE_INFINITY,
      highTicks: Number.NEGATIVE_INFINITY,
      refills: 0,
      firstRefillNs: -1,
      icebergs: 0,
      shownIcebergs: 0,
      campaigns: 0,
    };
  }

  protected start(programme: Programme): void {
    const gauge = this.#gauge;
    // Without a usual volume no share of it can be planned.
    if (!gauge.isWarm) {
      this.plan(programme, RETRY_NS, LOOK);
      return;
    }
    const perSecond = gauge.usualPerSecond * programme.share;
    const { random } = programme;
    programme.total = Math.max(12, Math.round((perSecond * programme.plannedNs) / SECOND_NS));
    programme.clip = Math.max(1, Math.round((perSecond * programme.gapNs) / SECOND_NS));
    programme.display = Math.max(1, Math.round(gauge.usualClip * (0.4 + 1.6 * random.unit())));
    programme.startNs = this.market.nowNs;
    programme.volumeBefore = gauge.volume;
    programme.volumeAtLast = gauge.volume;
    programme.crowdBefore.set(gauge.clips);
    programme.crowdAtLast.set(gauge.clips);
    this.#look(programme);
  }

  protected step(programme: Programme, kind: number): void {
    if (programme.startNs < 0) this.start(programme);
    else if (kind === LOOK) this.#look(programme);
    else this.#post(programme);
  }

  protected override filled(programme: Programme, order: OwnOrder, report: EventReport): void {
    if (order !== programme.current) return;
    this.#counted(programme, order.priceTicks, report.timeNs);
    for (let at = 0; at < report.touchedCount; at++) {
      if (report.touchedId[at] !== order.orderId) continue;
      const refills = report.touchedRefills[at]!;
      if (refills > 0 && programme.refills === 0) programme.firstRefillNs = report.timeNs;
      programme.refills += refills;
    }
    if (!order.done) return;
    this.#childDone(programme, 'completed');
    if (programme.tactic === 'synthetic') this.plan(programme, programme.latencyNs, POST);
  }

  protected closed(programme: Programme): void {
    if (programme.startNs >= 0) this.#judge(programme, 'open');
  }

  /** Contracts that should have been executed by now. */
  #due(programme: Programme): number {
    if (programme.schedule === 'pov')
      return Math.min(programme.total, programme.share * (this.#gauge.volume - programme.volumeBefore));
    const elapsed = (this.market.nowNs - programme.startNs) / programme.plannedNs;
    return Math.min(programme.total, programme.total * elapsed);
  }

  #look(programme: Programme): void {
    const executed = executedBy(programme);
    const age = this.market.nowNs - programme.startNs;
    const patience = programme.schedule === 'pov' ? 2 * programme.plannedNs : 1.1 * programme.plannedNs;
    if (executed >= programme.total || age > Math.min(MAX_NS, patience)) {
      this.#stop(programme, executed >= programme.total ? 'completed' : 'cancelled');
      return;
    }
    const behind = this.#due(programme) - executed;
    if (programme.tactic === 'clips') {
      if (behind >= Math.min(programme.clip, programme.total - executed - 0.5)) this.#take(programme, behind);
    } else {
      if (behind >= PATIENCE_CLIPS * programme.clip) this.#take(programme, behind);
      this.#tend(programme, behind);
    }
    const { random, gapNs, isRegular } = programme;
    this.plan(programme, gapNs * (isRegular ? 0.94 + 0.12 * random.unit() : random.exponential()), LOOK);
  }

  #take(programme: Programme, behind: number): void {
    const { market } = this;
    const spread = programme.isConstant ? 1 : 0.6 + 0.8 * programme.random.unit();
    const left = programme.total - executedBy(programme) - this.#open(programme);
    const size = Math.min(
      left,
      Math.max(1, Math.round(Math.min(behind, Math.max(programme.clip * spread, behind / 2)))),
    );
    if (size <= 0) return;
    const id = market.engine.nextOrderId;
    const traded = market.take(programme.side, 0, size);
    if (traded === 0) return;
    programme.taken += traded;
    programme.takerIds.push(String(id));
    programme.clips.add(programme.side, traded);
    this.#counted(programme, market.engine.lastTradeTicks, market.nowNs);
  }

  #open({ current }: Programme): number {
    return current === null ? 0 : current.size - current.filled;
  }

  /** Keeps a passive child in the market, near the touch, unless the schedule is well ahead. */
  #tend(programme: Programme, behind: number): void {
    const { current, side, random } = programme;
    if (current === null) {
      this.#post(programme);
      return;
    }
    const best = this.market.bestTicks(side);
    if (best === NO_PRICE || !this.rests(current)) return;
    const isBehind = (current.priceTicks - best) * awayStep(side) >= 2;
    if (behind < -PATIENCE_CLIPS * programme.clip) {
      this.withdraw(current);
      this.#childDone(programme, 'cancelled');
    } else if (isBehind && random.chance(0.7)) {
      flushSlices(programme, this.#writer(programme));
      this.move(current, best);
    }
  }

  #post(programme: Programme): void {
    const { side, random, tactic } = programme;
    const executed = executedBy(programme);
    const left = programme.total - executed;
    const ahead = executed - this.#due(programme);
    if (programme.current !== null || left <= 0) return;
    if (ahead > 2 * programme.clip) {
      flushSlices(programme, this.#writer(programme));
      return;
    }
    const best = this.market.bestTicks(side);
    if (best === NO_PRICE) return;
    const { display } = programme;
    const child =
      tactic === 'native'
        ? Math.max(4 * display, Math.round(programme.total * (0.15 + 0.3 * random.unit())))
        : Math.round(Math.max(1, display) * (0.7 + 0.6 * random.unit()));
    const size = Math.max(1, Math.min(left, child));
    const order = this.enter(
      programme,
      side,
      best,
      size,
      tactic === 'native' && size > display ? display : 0,
    );
    programme.current = order;
    programme.refills = 0;
    if (order !== null && tactic === 'synthetic') programme.slices.push(order);
  }

  /** An execution of a child counts as one, whatever its size. */
  #counted(programme: Programme, ticks: number, timeNs: number): void {
    programme.children++;
    if (programme.children === 10) programme.tenthNs = timeNs;
    programme.lastNs = timeNs;
    programme.volumeAtLast = this.#gauge.volume;
    programme.crowdAtLast.set(this.#gauge.clips);
    programme.lowTicks = Math.min(programme.lowTicks, ticks);
    programme.highTicks = Math.max(programme.highTicks, ticks);
  }

  #childDone(programme: Programme, end: 'completed' | 'cancelled' | 'open'): void {
    const { current } = programme;
    if (current === null) return;
    programme.finished += current.filled;
    programme.current = null;
    if (programme.tactic === 'native' && programme.refills > 0) programme.shownIcebergs++;
    if (programme.tactic === 'native') labelIcebergChild(programme, current, end, this.#writer(programme));
    else if (end !== 'completed') flushSlices(programme, this.#writer(programme));
  }

  #writer(programme: Programme): Parameters<typeof flushSlices>[1] {
    return {
      parent: `metaorder-${this.market.instrumentId}-${programme.serial}`,
      write: (truth) => this.label(programme, truth),
    };
  }

  #stop(programme: Programme, end: 'completed' | 'cancelled'): void {
    if (this.rests(programme.current)) this.withdraw(programme.current);
    this.leave(programme);
    this.#judge(programme, end);
  }

  #judge(programme: Programme, end: 'completed' | 'cancelled' | 'open'): void {
    this.#childDone(programme, end === 'open' ? 'open' : 'cancelled');
    flushSlices(programme, this.#writer(programme));
    if (programme.children > 0) judgeProgramme(this.market, programme, end);
  }
}
