/** A view of some minutes ago: the updates of the real-time view, folded only when they are old enough. */
import type { SessionFacts } from '@undertow/contracts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { conflateUpdates } from './conflate-updates.ts';
import type { Arrival, GateClock } from './gate-clock.ts';
import type { InstrumentView } from './instrument-view.ts';

/** Updates closer together than this on the gate's timeline are kept as one: at most two a second, 1,800 for 15 minutes. */
const CONFLATE_MS = 500;
/** The ring never contains more than this, whatever the clocks show. */
const MAX_WAITING = 4000;

/** A volume profile is the largest part of an update and changes little: one per ten seconds is kept, and of that what changed. */
const PROFILE_MS = 10_000;

type Profile = SessionFacts['profile'];

interface KeptProfile {
  /** Its run, contract, trading day and ten seconds. */
  readonly key: string;
  readonly rows: Profile;
}

/** The same profile, of the rows of the one before where these are equal. */
function withRowsOf(before: Profile, profile: Profile): Profile {
  const known = new Map(before.map((row) => [row.price, row]));
  return profile.map((row) => {
    const same = known.get(row.price);
    return same?.volume === row.volume ? same : row;
  });
}

interface Waiting {
  update: InstrumentUpdate;
  /** First and last stamp of what was conflated, milliseconds on the gate's timeline. */
  readonly firstMs: number;
  lastMs: number;
}

export class DelayedView {
  readonly view: InstrumentView;
  readonly #gate: GateClock;
  readonly #delayMs: number;
  readonly #onFold: (view: InstrumentView, update: InstrumentUpdate) => void;
  #waiting: Waiting[] = [];
  #head = 0;
  #profile: KeptProfile | null = null;

  /** `onFold` receives each update when it becomes visible. */
  constructor(
    view: InstrumentView,
    gate: GateClock,
    onFold: (view: InstrumentView, update: InstrumentUpdate) => void,
  ) {
    this.view = view;
    this.#gate = gate;
    this.#delayMs = view.delaySeconds * 1000;
    this.#onFold = onFold;
  }

  /** Updates that wait. */
  get waiting(): number {
    return this.#waiting.length - this.#head;
  }

  /** `recorded` for an update that an earlier process recorded: its delay counts from the same instant as then. */
  add(update: InstrumentUpdate, recorded = false): void {
    const last = this.waiting === 0 ? undefined : this.#waiting.at(-1);
    const fromMs = recorded ? (update.heldFromMs ?? update.asOfMs) : update.asOfMs;
    const stampMs = Math.max(this.#gate.stampMs(fromMs, arrivalOf(update, recorded)), last?.lastMs ?? 0);
    if (last !== undefined && this.#joins(last, update, stampMs)) {
      last.update = conflateUpdates(last.update, this.#shareProfile(update));
      last.lastMs = stampMs;
    } else {
      this.#waiting.push({ update: this.#shareProfile(update), firstMs: stampMs, lastMs: stampMs });
    }
    this.advance();
  }

  #shareProfile(update: InstrumentUpdate): InstrumentUpdate {
    if (update.facts === null) return update;
    const { run, contract, asOfMs, facts } = update;
    const key = `${run} ${contract} ${facts.tradingDay} ${Math.floor(asOfMs / PROFILE_MS)}`;
    const { key: keptKey, rows } = this.#profile ?? { key: '', rows: [] };
    const profile = keptKey === key ? rows : withRowsOf(rows, facts.profile);
    this.#profile = { key, rows: profile };
    return { ...update, facts: { ...facts, profile } };
  }

  #joins(last: Waiting, update: InstrumentUpdate, stampMs: number): boolean {
    if (last.update.contract !== update.contract || last.update.endsContract === true) return false;
    if (last.update.run !== update.run || last.update.backfill !== update.backfill) return false;
    return stampMs - last.firstMs < CONFLATE_MS || this.waiting >= MAX_WAITING;
  }

  /** Folds the updates that became old enough. */
  advance(): void {
    const dueMs = this.#gate.nowMs() - this.#delayMs;
    while (this.waiting > 0) {
      const next = this.#waiting[this.#head]!;
      if (next.lastMs > dueMs) break;
      this.#head += 1;
      this.view.fold(next.update);
      this.#onFold(this.view, next.update);
    }
    if (this.#head > 1024 || this.waiting === 0) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
  }
}

function arrivalOf(update: InstrumentUpdate, recorded: boolean): Arrival {
  if (recorded) return 'recorded';
  return update.backfill ? 'history' : 'live';
}
