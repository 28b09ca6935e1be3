/** The journal's work beside the server's own thread: a thread for each file, some that hold trades, one for insights. */
import type { TradeBatch } from '#ports/journal-import.ts';
import type {
  FileRead,
  GivenFile,
  JournalRead,
  JournalTask,
  JournalWork,
  RefusedUpload,
  ResponseOf,
  UploadRead,
} from '#ports/journal-work.ts';
import { WorkUndone } from '#ports/journal-work.ts';
import { Comparisons } from './comparisons.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { LIMITS, type WorkLimits } from './work-limits.ts';
import { type Holder, type JournalThread, type NewThread, newWorkThread } from './work-thread.ts';

class Threads implements JournalWork {
  readonly #limits: WorkLimits;
  readonly #newThread: NewThread;
  readonly #files: ConcurrencyLimit;
  readonly #readers: ConcurrencyLimit;
  readonly #large: ConcurrencyLimit;
  readonly #uploaders: ConcurrencyLimit;
  readonly #comparisons: Comparisons;
  readonly #figures: ConcurrencyLimit;
  readonly #insights: ConcurrencyLimit;
  readonly #importing = new Set<string>();
  /** Questions of one user, by user. */
  readonly #lines = new Map<string, { readonly limit: ConcurrencyLimit; questions: number }>();
  readonly #running = new Set<JournalThread>();
  /** Those at rest, last used last. */
  #resting: Holder[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(limits: WorkLimits, newThread: NewThread) {
    this.#limits = limits;
    this.#newThread = newThread;
    this.#files = new ConcurrencyLimit(limits.files, limits.waiting);
    this.#readers = new ConcurrencyLimit(limits.readers, limits.waiting);
    this.#large = new ConcurrencyLimit(1, limits.waiting);
    this.#uploaders = new ConcurrencyLimit(limits.uploaders, limits.waiting);
    this.#comparisons = new Comparisons(
      new ConcurrencyLimit(limits.comparedFiles, limits.waiting),
      new ConcurrencyLimit(limits.comparers, limits.waiting),
    );
    this.#figures = new ConcurrencyLimit(limits.holders, limits.waiting);
    this.#insights = new ConcurrencyLimit(1, limits.waiting);
  }

  async readFile<T>(userId: string, file: GivenFile, use: (read: FileRead) => Promise<T>): Promise<T> {
    if (this.#importing.has(userId)) throw new WorkUndone('under-way');
    this.#importing.add(userId);
    this.#comparisons.end(userId);
    try {
      return await this.#files.run(async () => {
        const bytes = await file.bytes();
        // Before a reader's turn: small files proceed while a large one waits
        return this.#inTurn(bytes, () =>
          this.#readers.run(() =>
            this.#inThread((thread) => this.#read(thread, file, bytes, use), {
              memoryMb: this.#limits.fileMb,
            }),
          ),
        );
      });
    } finally {
      this.#importing.delete(userId);
    }
  }

  async readUpload<T>(
    userId: string,
    bytes: Uint8Array,
    use: (read: UploadRead) => Promise<T>,
  ): Promise<T | RefusedUpload> {
    if (this.#importing.has(userId)) throw new WorkUndone('under-way');
    this.#importing.add(userId);
    try {
      return await this.#uploaders.run(() =>
        this.#inThread((thread) => this.#upload(thread, bytes, use), { memoryMb: this.#limits.uploadMb }),
      );
    } finally {
      this.#importing.delete(userId);
    }
  }

  async #upload<T>(
    thread: JournalThread,
    bytes: Uint8Array,
    use: (read: UploadRead) => Promise<T>,
  ): Promise<T | RefusedUpload> {
    const { upload } = await thread.request({ kind: 'upload', bytes }, this.#limits.readMs);
    return 'issues' in upload ? upload : use({ ...upload, batches: () => this.#batchesOf(thread) });
  }

  async *#batchesOf(thread: JournalThread): AsyncGenerator<TradeBatch> {
    const requestBatch = () => thread.request({ kind: 'batch' }, this.#limits.readMs);
    for (let { batch } = await requestBatch(); batch !== null; ) {
      // The thread makes the next one while this one is stored
      const next = requestBatch();
      // Its failure is handled when its turn comes
      next.catch(() => undefined);
      yield batch;
      ({ batch } = await next);
    }
  }

  compareFile<T>(
    userId: string,
    file: GivenFile,
    left: AbortSignal,
    use: (read: FileRead) => Promise<T>,
  ): Promise<T> {
    return this.#comparisons.run(userId, file, left, (bytes, signal) =>
      this.#inTurn(
        bytes,
        () =>
          this.#inThread((thread) => this.#read(thread, file, bytes, use), {
            signal,
            memoryMb: this.#limits.fileMb,
          }),
        signal,
      ),
    );
  }

  /** A large file waits until no other one is read: what a thread makes of it is several times its size. */
  #inTurn<T>(bytes: Uint8Array, read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return bytes.length < this.#limits.largeBytes ? read() : this.#large.run(read, signal);
  }

  async #read<T>(
    thread: JournalThread,
    { name, answers }: GivenFile,
    bytes: Uint8Array,
    use: (read: FileRead) => Promise<T>,
  ): Promise<T> {
    const { readMs } = this.#limits;
    const { facts, trades, questions, file } = await thread.request(
      { kind: 'read', bytes, name, answers },
      readMs,
    );
    return use({
      facts,
      trades,
      questions,
      file,
      async compare(rows) {
        await thread.request({ kind: 'compare', rows }, readMs);
      },
      settle: async (unplaced) => (await thread.request({ kind: 'settle', unplaced }, readMs)).settled,
      batches: () => this.#batchesOf(thread),
    });
  }

  compute<T extends JournalTask>(journal: JournalRead, task: T): Promise<ResponseOf<T>> {
    const { insightsMs, figuresMs } = this.#limits;
    if (task.kind === 'insights') {
      // Long: in a thread of its own, so that figures need not wait for it
      return this.#insights.run(() =>
        this.#inThread(async (thread) => {
          await this.#load(thread, journal);
          return this.#compute(thread, task, insightsMs);
        }),
      );
    }
    return this.#inLine(journal.userId, () =>
      this.#figures.run(async () => {
        const thread = await this.#holderOf(journal);
        try {
          const response = await this.#compute(thread, task, figuresMs);
          this.#rest({ thread, userId: journal.userId, version: journal.version });
          return response;
        } catch (error) {
          await this.#stop(thread);
          throw error;
        }
      }),
    );
  }

  /** One after the other for each user: what the first question loaded is there for the second, and is not loaded twice. */
  async #inLine<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(userId) ?? {
      limit: new ConcurrencyLimit(1, this.#limits.waiting),
      questions: 0,
    };
    this.#lines.set(userId, line);
    line.questions += 1;
    try {
      return await line.limit.run(work);
    } finally {
      line.questions -= 1;
      if (line.questions === 0) this.#lines.delete(userId);
    }
  }

  async #compute<T extends JournalTask>(
    thread: JournalThread,
    task: T,
    maxMs: number,
  ): Promise<ResponseOf<T>> {
    const { response } = await thread.request({ kind: 'compute', task }, maxMs);
    return response as ResponseOf<T>;
  }

  /** A thread that holds these trades already, else one that is made to hold them. */
  async #holderOf(journal: JournalRead): Promise<JournalThread> {
    const isSame = ({ userId, version }: Holder): boolean =>
      userId === journal.userId && version === journal.version;
    this.#resting = this.#resting.filter(({ thread }) => thread.isUsable);
    const same = this.#resting.find(isSame);
    const taken = same ?? this.#resting[0];
    this.#resting = this.#resting.filter((holder) => holder !== taken);
    if (same !== undefined) return same.thread;
    const thread = taken?.thread ?? this.#start();
    try {
      await this.#load(thread, journal);
      return thread;
    } catch (error) {
      await this.#stop(thread);
      throw error;
    }
  }

  async #load(thread: JournalThread, { userId, rows }: JournalRead): Promise<void> {
    const { figuresMs } = this.#limits;
    const pages = rows()[Symbol.asyncIterator]();
    // The first page is read while the thread starts
    const loading = thread.request({ kind: 'load', userId }, figuresMs);
    for (let [page] = await Promise.all([pages.next(), loading]); page.done !== true; ) {
      // The next one is read while the thread takes this one apart
      const taken = thread.request({ kind: 'rows', rows: page.value }, figuresMs);
      [page] = await Promise.all([pages.next(), taken]);
    }
  }

  #rest(holder: Holder): void {
    if (!this.#running.has(holder.thread)) return;
    this.#resting.push(holder);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#giveBack(), this.#limits.restMs);
    this.#timer.unref();
  }

  async #giveBack(): Promise<void> {
    const given = this.#resting;
    this.#resting = [];
    for (const { thread } of given) await this.#stop(thread);
  }

  /** `signal` terminates the thread in the middle of its work. */
  async #inThread<T>(
    work: (thread: JournalThread) => Promise<T>,
    { signal, memoryMb = this.#limits.memoryMb }: { signal?: AbortSignal; memoryMb?: number } = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    const thread = this.#start(memoryMb);
    const end = (): void => void thread.stop(new WorkUndone('ended'));
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await work(thread);
    } finally {
      signal?.removeEventListener('abort', end);
      await this.#stop(thread);
    }
  }

  #start(memoryMb = this.#limits.memoryMb): JournalThread {
    if (this.#isClosed) throw new WorkUndone('busy');
    const thread = this.#newThread(memoryMb);
    this.#running.add(thread);
    return thread;
  }

  async #stop(thread: JournalThread, reason?: WorkUndone): Promise<void> {
    this.#running.delete(thread);
    await thread.stop(reason);
  }

  /** Ends every thread in the middle of its work, to be requested again later; what waits for one is not begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#resting = [];
    await Promise.all([...this.#running].map((thread) => this.#stop(thread, new WorkUndone('busy'))));
  }
}

/** Threads are started when they are needed. */
export function createJournalWork(limits: Partial<WorkLimits> = {}, newThread = newWorkThread): JournalWork {
  return new Threads({ ...LIMITS, ...limits }, newThread);
}
