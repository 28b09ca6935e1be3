/** Recorded sessions in a folder: written beside the event loop, read by instant or range, kept within their limits. */
import {
  type FrameSeal,
  listRuns,
  type OpenedInstant,
  openInstant,
  openRun,
  type RecordedProduct,
  type RecordingLimits,
  type RunReader,
  type RunSummary,
  type StreamedBatch,
  streamRuns,
  summarizeRun,
} from '@undertow/feeds';
import {
  calendarOf,
  type ExchangeCalendar,
  FEED_SOURCES,
  type FeedSource,
  instrumentBySymbol,
  productCalendar,
} from '@undertow/market';
import type { Log } from '#ports/log.ts';
import type {
  ErasedRecordings,
  OwnerRecordings,
  OwnerSealing,
  RecordedSession,
  Recordings,
  RecordingsOf,
  RecordingsStatus,
  SessionRecording,
} from '#ports/recordings.ts';
import { FreeSpace } from './free-space.ts';
import { eraseFolder, ownersOf, removeErased } from './owner-folders.ts';
import { RecordingsRetention } from './recordings-retention.ts';
import { FileSessionRecording } from './session-recording.ts';

export interface FileRecordingsInput {
  /** Folder of all recordings. */
  readonly root: string;
  /** False: nothing is recorded, what there is can be read. */
  readonly isOn: boolean;
  readonly limits: RecordingLimits & { readonly maxBytes: number };
  /** DBN dataset of the feed of Databento. */
  readonly databentoDataset: string;
  readonly log: Log;
  /** Milliseconds of a source that never jumps; the process's own by default. */
  readonly monotonicMs?: () => number;
  /** Free bytes on the disk of the folder; asked of the system by default. */
  readonly freeBytes?: (root: string) => number;
}

const TICK_MS = 1000;

/** Whose sessions are recorded together. */
interface Home {
  readonly owner: string | null;
  readonly sealing: OwnerSealing | null;
  readonly sessions: Set<FileSessionRecording>;
  /** Runs that are over and not on disk yet. */
  readonly closing: Set<Promise<void>>;
}

function newHome(owner: string | null, sealing: OwnerSealing | null): Home {
  return { owner, sealing, sessions: new Set(), closing: new Set() };
}

async function endAll({ sessions, closing }: Home): Promise<void> {
  for (const session of [...sessions]) session.close();
  await Promise.all(closing);
}

/** Opens the recordings of the folder, which is created with the first of them. */
export function openFileRecordings(input: FileRecordingsInput): Recordings {
  return new FileRecordings(input);
}

class FileRecordings implements Recordings {
  readonly #input: FileRecordingsInput;
  readonly #house = newHome(null, null);
  /** Those with sessions, and that of the house. */
  readonly #homes = new Set<Home>([this.#house]);
  /** Files of rows of this process: some of them are created later. */
  readonly #taken = new Set<string>();
  readonly #retention: RecordingsRetention;
  readonly #space: FreeSpace;
  readonly #timer: NodeJS.Timeout;
  #endedRecords = 0;
  #failures = 0;

  constructor(input: FileRecordingsInput) {
    this.#input = input;
    this.#space = new FreeSpace(input.root, input.freeBytes);
    this.#retention = new RecordingsRetention(input, (path) =>
      this.#sessions().some((session) => session.openPath === path),
    );
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  open(session: RecordedSession): SessionRecording | null {
    return this.#open(session, this.#house);
  }

  ofOwner(owner: string, sealing: OwnerSealing): OwnerRecordings {
    const home = newHome(owner, sealing);
    return { open: (session) => this.#open(session, home), end: () => endAll(home) };
  }

  async list(query: Partial<RecordedProduct> = {}, seal?: FrameSeal): Promise<readonly RunSummary[]> {
    const wanted = Object.entries(query);
    const files = await listRuns(this.#input.root);
    const matching = files.filter((file) =>
      wanted.every(([name, value]) => file[name as keyof RecordedProduct] === value),
    );
    return Promise.all(matching.map((file) => summarizeRun(file, seal)));
  }

  async openInstant(of: RecordingsOf, timeMs: number): Promise<OpenedInstant | null> {
    const run = await this.#runAt(of, timeMs);
    if (run === null) return null;
    const reader = await openRun(run.path, of.seal ?? null);
    try {
      const opened = await openInstant(reader, timeMs);
      return { ...opened, close: () => closeBoth(opened, reader) };
    } catch (error) {
      await reader.close();
      throw error;
    }
  }

  async *stream(of: RecordingsOf, fromMs: number, toMs: number): AsyncGenerator<StreamedBatch> {
    const calendar = hoursOf(of);
    const [firstDay, lastDay] = [calendar.tradingDayOf(fromMs), calendar.tradingDayOf(toMs)];
    const files = await listRuns(this.#input.root, of);
    const runs = await Promise.all(
      files
        .filter(({ tradingDay }) => tradingDay >= firstDay && tradingDay <= lastDay)
        .map((file) => summarizeRun(file, of.seal)),
    );
    const useful = runs
      .filter(
        ({ state, latestMs, rowsBytes }) => rowsBytes > 0 && (state !== 'ended' || (latestMs ?? 0) >= fromMs),
      )
      .sort((one, other) => startOf(one) - startOf(other));
    yield* streamRuns(
      useful.map(
        ({ path }) =>
          async () =>
            openRun(path, of.seal ?? null),
      ),
      fromMs,
      toMs,
    );
  }

  async eraseOwner(owner: string): Promise<ErasedRecordings> {
    await Promise.all([...this.#homes].filter((home) => home.owner === owner).map(endAll));
    return eraseFolder(this.#input.root, owner);
  }

  async eraseOwners(owners: Iterable<string>): Promise<void> {
    const erased = new Set(owners);
    for (const owner of await ownersOf(this.#input.root)) if (erased.has(owner)) await this.eraseOwner(owner);
  }

  async prune(nowMs: number): Promise<void> {
    await removeErased(this.#input.root);
    await this.#retention.prune(nowMs);
  }

  status(): RecordingsStatus {
    const sessions = this.#sessions().map((session) => session.status());
    return {
      isOn: this.#input.isOn,
      sessions,
      usedBytes: this.#retention.usedBytes,
      maxBytes: this.#input.limits.maxBytes,
      records: this.#endedRecords + sessions.reduce((sum, { records }) => sum + records, 0),
      failures: this.#failures,
      prunedForBudget: this.#retention.prunedForBudget,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#homes].map(endAll));
  }

  #sessions(): readonly FileSessionRecording[] {
    return [...this.#homes].flatMap(({ sessions }) => [...sessions]);
  }

  #open(session: RecordedSession, home: Home): SessionRecording | null {
    const { isOn, root, log, monotonicMs = () => performance.now() } = this.#input;
    const { source } = session.feed;
    // The file that is replayed is the recording
    if (!isOn || source === 'replay') return null;
    const dataset = this.#datasetOf(session);
    const recording: FileSessionRecording = new FileSessionRecording({
      ...session,
      ...{ root, owner: home.owner, sealing: home.sealing, dataset, monotonicMs, taken: this.#taken },
      shortage: () => this.#space.shortage(),
      onEnd: (closed) => this.#ended(home, closed),
      onFailure: (error, rows) => {
        this.#failures += 1;
        log.error(
          { err: error, product: session.instrument.symbol, source, file: rows },
          'recording stopped, the feed goes on: free disk space or check the disk; it is tried again in a minute',
        );
      },
      onClose: () => {
        home.sessions.delete(recording);
        this.#dropIdle(home);
        this.#endedRecords += recording.status().records;
      },
    });
    home.sessions.add(recording);
    this.#homes.add(home);
    return recording;
  }

  #ended(home: Home, closed: Promise<void>): void {
    const done = closed.finally(() => {
      home.closing.delete(done);
      this.#dropIdle(home);
    });
    home.closing.add(done);
  }

  #dropIdle(home: Home): void {
    const isIdle = home.sessions.size === 0 && home.closing.size === 0;
    if (isIdle && home !== this.#house) this.#homes.delete(home);
  }

  #datasetOf({ feed: { source, tier } }: RecordedSession): string {
    if (source === 'databento' || source === 'databento-stand-in') return this.#input.databentoDataset;
    // The ending marks levels that are sampled
    if (source === 'rithmic') return tier === 'L2C' ? 'RITHMIC.L2C' : 'UNDERTOW.RITHMIC';
    return tier === 'L2C' ? 'UNDERTOW.SIM.L2C' : 'UNDERTOW.SIM';
  }

  #tick(): void {
    for (const session of this.#sessions()) session.tick();
  }

  /** Of the runs that began before the instant one that reaches it, else the last; of several the latest. */
  async #runAt(of: RecordingsOf, timeMs: number): Promise<RunSummary | null> {
    const day = hoursOf(of).tradingDayOf(timeMs);
    const files = await listRuns(this.#input.root, of);
    const days = [...new Set(files.map(({ tradingDay }) => tradingDay))]
      .filter((one) => one <= day)
      .reverse();
    for (const one of days) {
      const runs = await Promise.all(
        files.filter(({ tradingDay }) => tradingDay === one).map((file) => summarizeRun(file, of.seal)),
      );
      const begun = runs
        .filter((run) => run.rowsBytes > 0 && startOf(run) <= timeMs)
        .sort((first, second) => startOf(first) - startOf(second));
      const run = begun.findLast(({ latestMs }) => latestMs !== null && latestMs >= timeMs) ?? begun.at(-1);
      if (run !== undefined) return run;
    }
    return null;
  }
}

/** The start of the run; one without an index is taken where it is asked for. */
function startOf({ header }: RunSummary): number {
  return header?.startMs ?? Number.NEGATIVE_INFINITY;
}

/** The hours by which its sessions were recorded: those of the product. */
function hoursOf({ source, product }: RecordingsOf): ExchangeCalendar {
  const instrument = instrumentBySymbol(product);
  const venue = calendarOf(sourceOf(source));
  return instrument === undefined ? venue : productCalendar(venue, instrument);
}

function sourceOf(source: string): FeedSource {
  const known = FEED_SOURCES.find((one) => one === source);
  if (known === undefined)
    throw new RangeError(`expected one of ${FEED_SOURCES.join(', ')} as a source, got ${source}`);
  return known;
}

async function closeBoth(opened: OpenedInstant, reader: RunReader): Promise<void> {
  await opened.close();
  await reader.close();
}
