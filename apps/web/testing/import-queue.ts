/** The queue of dropped files for its tests, with the reader and the server played. */
import type { TradeImportDto } from '@undertow/contracts';
import type { ImportAnswers, ImportQuestion } from '@undertow/journal';
import type { FilePreview, ReadResult } from '#features/trades/import/file-preview.ts';
import { type ImportPorts, ImportQueue } from '#features/trades/import/import-queue.ts';
import type { ToastInput } from '#ui/overlays/toast-state.ts';

export const ZONE: ImportQuestion = {
  field: 'zone',
  subject: '',
  text: 'Which zone?',
  options: ['America/Chicago'],
  blocking: true,
};

export function preview(change: Partial<FilePreview> = {}): FilePreview {
  return {
    report: {
      file: 'a.csv',
      platform: 'ninjatrader',
      layout: 'NinjaTrader 8, trades grid',
      currency: 'USD',
      accounts: ['Sim101'],
      rowsRead: 2,
      trades: 2,
      open: 0,
      gross: '10.00',
      costs: '2.00',
      net: '8.00',
      wins: 1,
      losses: 1,
      zero: 0,
      first: null,
      last: null,
      rejected: [],
      skipped: [],
      warnings: [],
      assumptions: [],
      fileTotal: null,
    },
    rejectedCount: 0,
    questions: [],
    sample: { header: [], rows: [] },
    layoutKey: 'k',
    trades: [],
    count: 2,
    completing: 0,
    fresh: null,
    notCompared: null,
    ...change,
  };
}

const saved = (name: string): TradeImportDto => ({
  id: `import of ${name}`,
  fileName: name,
  platform: 'ninjatrader',
  layout: 'NinjaTrader 8, trades grid',
  importedAt: '2026-11-22T09:00:00.000Z',
  imported: 2,
  duplicates: 0,
  completed: 0,
  rejected: 0,
  net: '8.00',
  currency: 'USD',
  undoneAt: null,
});

class TooMany extends Error {}

export interface Played {
  readonly read?: (name: string, answers: ImportAnswers) => ReadResult;
  readonly compare?: () => Promise<Partial<FilePreview>>;
  readonly remembered?: ImportAnswers;
  readonly failsToSave?: boolean;
  /** Saves that are accepted before the rate limit; every wait allows as many again. */
  readonly savesAtOnce?: number;
  readonly remembering?: Promise<void>;
  /** Every wait ends with it. */
  readonly waiting?: Promise<void>;
}

const ALL_NEW = () => Promise.resolve({ fresh: 2 });

export function play({
  read,
  compare = ALL_NEW,
  remembered = {},
  failsToSave = false,
  savesAtOnce,
  remembering,
  waiting = Promise.resolve(),
}: Played) {
  const toasts: ToastInput[] = [];
  const saves: [string, ImportAnswers][] = [];
  const undone: string[] = [];
  const calls: string[] = [];
  const waits: number[] = [];
  let remaining = savesAtOnce ?? Number.POSITIVE_INFINITY;
  let name = '';
  let last: ReadResult;
  const answer = (answers: ImportAnswers): Promise<ReadResult> => {
    calls.push('read');
    last = read?.(name, answers) ?? { ok: true, preview: preview() };
    return Promise.resolve(last);
  };
  const ports: ImportPorts = {
    reader: {
      open: (file, answers) => {
        name = file.name;
        return answer(answers);
      },
      again: answer,
      compare: async () => {
        calls.push('compare');
        const compared = await compare();
        return last.ok ? { ok: true, preview: { ...last.preview, ...compared } } : last;
      },
      leave: () => void calls.push('leave'),
      close: () => undefined,
    },
    remembered: () => Promise.resolve(remembered),
    remember: () => remembering ?? Promise.resolve(),
    save: (file, answers, onProgress) => {
      if (remaining === 0) return Promise.reject(new TooMany());
      remaining -= 1;
      saves.push([file.name, answers]);
      onProgress(1);
      return failsToSave ? Promise.reject(new Error('no space')) : Promise.resolve(saved(file.name));
    },
    undo: (id) => {
      undone.push(id);
      return Promise.resolve(2);
    },
    say: (toast) => void toasts.push(toast),
    retryAfterMs: (error) => (error instanceof TooMany ? 7_000 : null),
    wait: (ms) => {
      waits.push(ms);
      remaining = savesAtOnce ?? remaining;
      return waiting;
    },
    wordsOf: (error) => (error instanceof Error ? error.message : String(error)),
  };
  const queue = new ImportQueue(ports);
  const steps = () => queue.items.get().map(({ step }) => step);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { queue, waits, toasts, saves, undone, calls, steps, settled };
}

export const file = (name: string) => new File(['x'], name);
export const withQuestion = (answers: ImportAnswers): ReadResult => ({
  ok: true,
  preview: preview({ questions: answers.zone === undefined ? [ZONE] : [] }),
});
