/** Spans of depth and executions in files by source, product and day. */
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY_MS } from '@undertow/market';
import type { Log } from '#ports/log.ts';
import type { FlowProduct, FlowStore, StoredFlowSpan } from '#ports/recordings.ts';
import { encodeFrame, type FlowFrame, readBody, readFrames } from './flow-frames.ts';

interface FileFlowStoreInput {
  /** Created with the first span. */
  readonly root: string;
  /** False: nothing is stored, what there is can be read. */
  readonly isOn: boolean;
  /** Spans older than this are removed. */
  readonly days: number;
  readonly log: Log;
}

/** Frames of a file that were found so far, and where the next one begins. */
interface KnownFrames {
  readonly frames: FlowFrame[];
  end: number;
}

const SUFFIX = '.flow';
const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

export function openFileFlowStore(input: FileFlowStoreInput): FlowStore {
  return new FileFlowStore(input);
}

const dayName = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

class FileFlowStore implements FlowStore {
  readonly #input: FileFlowStoreInput;
  readonly #known = new Map<string, KnownFrames>();
  /** Writes and reads of a file one after the other. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(input: FileFlowStoreInput) {
    this.#input = input;
  }

  append(of: FlowProduct, span: StoredFlowSpan): void {
    if (!this.#input.isOn) return;
    const path = this.#pathOf(of, span.fromMs);
    this.#inTurn(path, () => this.#write(path, span)).catch((error: unknown) =>
      this.#input.log.error({ err: error, path }, 'span of order flow not stored'),
    );
  }

  async list(of: FlowProduct, fromMs: number, toMs: number): Promise<readonly StoredFlowSpan[]> {
    const spans: StoredFlowSpan[] = [];
    // A span begins on its day and may reach into the next one
    for (let dayMs = Math.floor(fromMs / DAY_MS - 1) * DAY_MS; dayMs < toMs; dayMs += DAY_MS) {
      const path = this.#pathOf(of, dayMs);
      spans.push(...(await this.#inTurn(path, () => this.#read(path, fromMs, toMs))));
    }
    return latestOf(spans).sort((one, other) => one.fromMs - other.fromMs);
  }

  async prune(nowMs: number): Promise<void> {
    const oldest = dayName(nowMs - this.#input.days * DAY_MS);
    const names = await readdir(this.#input.root, { recursive: true }).catch(absent<string[]>([]));
    for (const name of names) {
      if (!name.endsWith(SUFFIX) || name.slice(-SUFFIX.length - oldest.length, -SUFFIX.length) >= oldest)
        continue;
      const path = join(this.#input.root, name);
      await this.#inTurn(path, async () => {
        this.#known.delete(path);
        await rm(path, { force: true });
      });
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#queues.values());
  }

  #pathOf({ source, product }: FlowProduct, timeMs: number): string {
    for (const name of [source, product])
      if (!SAFE_NAME.test(name))
        throw new Error(`expected a name of letters, digits, dots and dashes, got ${name}`);
    return join(this.#input.root, source, product, `${dayName(timeMs)}${SUFFIX}`);
  }

  #inTurn<T>(path: string, act: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(path) ?? Promise.resolve();
    const done = before.then(act, act);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.#queues.set(path, settled);
    // A file that nobody uses any more keeps no queue
    settled.then(() => {
      if (this.#queues.get(path) === settled) this.#queues.delete(path);
    });
    return done;
  }

  async #write(path: string, span: StoredFlowSpan): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(path, 'a+', 0o640);
    try {
      const known = await this.#framesOf(path, file, (await file.stat()).size);
      // What a killed process left unfinished is cut off
      await file.truncate(known.end);
      const frame = encodeFrame(span);
      await file.appendFile(frame);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async #read(path: string, fromMs: number, toMs: number): Promise<readonly StoredFlowSpan[]> {
    const file = await open(path, 'r').catch(absent(null));
    if (file === null) return [];
    try {
      const { frames } = await this.#framesOf(path, file, (await file.stat()).size);
      const spans: StoredFlowSpan[] = [];
      for (const frame of frames) {
        if (frame.fromMs >= toMs || frame.toMs <= fromMs) continue;
        const span = await readBody(file, frame);
        if (span === null)
          this.#input.log.warn({ path, at: frame.at }, 'damaged span of order flow left out');
        else spans.push(span);
      }
      return spans;
    } finally {
      await file.close();
    }
  }

  async #framesOf(path: string, file: Parameters<typeof readFrames>[0], size: number): Promise<KnownFrames> {
    const known = this.#known.get(path) ?? { frames: [], end: 0 };
    this.#known.set(path, known);
    for await (const frame of readFrames(file, known.end, size)) {
      known.frames.push(frame);
      known.end = frame.at + frame.bodyBytes;
    }
    return known;
  }
}

/** Of spans of the same time the one that was stored last: a simulated exchange makes its past again at each start. */
function latestOf(spans: readonly StoredFlowSpan[]): StoredFlowSpan[] {
  const kept: StoredFlowSpan[] = [];
  for (const span of spans.toReversed())
    if (!kept.some((other) => other.fromMs < span.toMs && other.toMs > span.fromMs)) kept.push(span);
  return kept;
}

function absent<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
}
