/** The queue of dropped files, with the reader and the server played by the test. */
import type { TradeImportDto } from '@undertow/contracts';
import type { ImportAnswers, ImportQuestion } from '@undertow/journal';
import { expect, test } from 'vitest';
import type { ToastInput } from '#ui/toast-state.ts';
import type { FilePreview, ReadResult } from './file-preview.ts';
import { type ImportPorts, ImportQueue } from './import-queue.ts';

const ZONE: ImportQuestion = {
  field: 'zone',
  subject: '',
  text: 'Which zone?',
  options: ['America/Chicago'],
  blocking: true,
};

function preview(change: Partial<FilePreview> = {}): FilePreview {
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

interface Played {
  readonly read?: (name: string, answers: ImportAnswers) => ReadResult;
  readonly compare?: () => Promise<Partial<FilePreview>>;
  readonly remembered?: ImportAnswers;
  readonly failsToSave?: boolean;
  readonly remembering?: Promise<void>;
}

const ALL_NEW = () => Promise.resolve({ fresh: 2 });

function play({ read, compare = ALL_NEW, remembered = {}, failsToSave = false, remembering }: Played) {
  const toasts: ToastInput[] = [];
  const saves: [string, ImportAnswers][] = [];
  const undone: string[] = [];
  const calls: string[] = [];
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
        const told = await compare();
        return last.ok ? { ok: true, preview: { ...last.preview, ...told } } : last;
      },
      leave: () => void calls.push('leave'),
      close: () => undefined,
    },
    remembered: () => Promise.resolve(remembered),
    remember: () => remembering ?? Promise.resolve(),
    save: (file, answers, onProgress) => {
      saves.push([file.name, answers]);
      onProgress(1);
      return failsToSave ? Promise.reject(new Error('no room')) : Promise.resolve(saved(file.name));
    },
    undo: (id) => {
      undone.push(id);
      return Promise.resolve(2);
    },
    say: (toast) => void toasts.push(toast),
    wordsOf: (error) => (error instanceof Error ? error.message : String(error)),
  };
  const queue = new ImportQueue(ports);
  const steps = () => queue.items.get().map(({ step }) => step);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { queue, toasts, saves, undone, calls, steps, settled };
}

const file = (name: string) => new File(['x'], name);
const asking = (answers: ImportAnswers): ReadResult => ({
  ok: true,
  preview: preview({ questions: answers.zone === undefined ? [ZONE] : [] }),
});

test('a file that leaves nothing open is saved by itself, and its toast undoes it', async () => {
  const { queue, toasts, saves, steps, undone, settled } = play({});
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['saved']);
  expect(saves).toEqual([['a.csv', {}]]);
  expect(toasts).toMatchObject([
    { title: 'Trades Uploaded', text: 'Your trades have been uploaded and analyzed successfully.' },
  ]);
  toasts[0]?.action?.onPick();
  await settled();
  expect([steps(), undone]).toEqual([['undone'], ['import of a.csv']]);
});

test('a file with an open question waits for the answer and for the button', async () => {
  const { queue, saves, steps, settled } = play({ read: (_name, answers) => asking(answers) });
  queue.add([file('a.csv')]);
  await settled();
  await queue.save(1);
  expect([steps(), saves]).toEqual([['preview'], []]);
  await queue.answer(1, { zone: 'America/Chicago' });
  expect(steps()).toEqual(['preview']);
  await queue.save(1);
  expect([steps(), saves]).toEqual([['saved'], [['a.csv', { zone: 'America/Chicago' }]]]);
});

test('a remembered answer is offered, not taken for given', async () => {
  const { queue, saves, steps, settled } = play({
    read: (_name, answers) => asking(answers),
    remembered: { zone: 'Europe/London' },
  });
  queue.add([file('a.csv')]);
  await settled();
  expect([steps(), saves]).toEqual([['preview'], []]);
  expect(queue.items.get()[0]?.answers).toEqual({ zone: 'Europe/London' });
  await queue.save(1);
  expect(saves).toEqual([['a.csv', { zone: 'Europe/London' }]]);
});

test('rejected rows, a total of the file that is not ours, and nothing new each wait for a person', async () => {
  const total = { net: '9.00', matches: false, difference: '-1.00' };
  const waits: readonly Played[] = [
    { read: () => ({ ok: true, preview: preview({ rejectedCount: 1 }) }) },
    {
      read: () => ({ ok: true, preview: preview({ report: { ...preview().report, fileTotal: total } }) }),
    },
    { compare: () => Promise.resolve({ fresh: 0 }) },
  ];
  for (const played of waits) {
    const { queue, saves, steps, settled } = play(played);
    queue.add([file('a.csv')]);
    await settled();
    expect([steps(), saves]).toEqual([['preview'], []]);
  }
});

test('files are read one after the other, and a refused one lets the next pass', async () => {
  const { queue, toasts, steps, settled, saves } = play({
    read: (name) =>
      name === 'journal.csv'
        ? { ok: false, code: 'NOT_TRADES', message: 'This is the journal.' }
        : { ok: true, preview: preview() },
  });
  queue.add([file('statement.pdf'), file('journal.csv'), file('b.csv')]);
  await settled();
  expect(steps()).toEqual(['refused', 'refused', 'saved']);
  expect(saves.map(([name]) => name)).toEqual(['b.csv']);
  expect(toasts.map(({ title }) => title)).toEqual(['Invalid File', 'Invalid File', 'Trades Uploaded']);
});

test('a file without a trade says so and stays to be looked at', async () => {
  const { queue, toasts, steps, settled } = play({
    read: () => ({ ok: true, preview: preview({ count: 0 }) }),
    compare: () => Promise.resolve({ fresh: 0 }),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['preview']);
  expect(toasts).toMatchObject([
    { title: 'No Valid Trades', text: 'Please ensure your CSV has valid trade data.', destructive: true },
  ]);
});

test('what the server refuses stays in the preview', async () => {
  const { queue, toasts, steps, settled } = play({ failsToSave: true });
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['preview']);
  expect(toasts).toMatchObject([{ title: 'Upload Failed', text: 'no room', destructive: true }]);
});

test('an answer that does not fit is told, and the preview of before stands', async () => {
  const { queue, settled } = play({
    read: (_name, answers) =>
      answers.mapping === undefined
        ? { ok: true, preview: preview({ questions: [{ ...ZONE, field: 'mapping' }] }) }
        : { ok: false, code: 'COLUMNS_MISSING', message: 'A symbol is missing.' },
  });
  queue.add([file('a.csv')]);
  await settled();
  await queue.answer(1, { mapping: { columns: { side: 1 }, pnl: 'net' } });
  expect(queue.items.get()[0]).toMatchObject({
    step: 'preview',
    problem: 'A symbol is missing.',
    isRereading: false,
  });
});

test('a cleared file is gone, and the next one is read', async () => {
  const { queue, steps, settled } = play({
    read: (name, answers) => (name === 'a.csv' ? asking(answers) : { ok: true, preview: preview() }),
  });
  queue.add([file('a.csv'), file('b.csv')]);
  await settled();
  expect(steps()).toEqual(['preview', 'waiting']);
  queue.clear(1);
  await settled();
  expect(steps()).toEqual(['saved']);
});

test('a file that could not be compared is shown all the same, and says so', async () => {
  const { queue, toasts, steps, settled } = play({
    read: () => ({ ok: true, preview: preview({ rejectedCount: 1 }) }),
    compare: () => Promise.resolve({ notCompared: 'No way.' }),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['preview']);
  expect(toasts.map(({ title }) => title)).toEqual(['Not Compared']);
});

test('a file is compared once, after its remembered answers, and not before its questions are answered', async () => {
  const remembers = play({
    read: (_name, answers) => asking(answers),
    remembered: { zone: 'Europe/London' },
  });
  remembers.queue.add([file('a.csv')]);
  await remembers.settled();
  expect(remembers.calls).toEqual(['read', 'read', 'compare']);
  const asks = play({ read: (_name, answers) => asking(answers) });
  asks.queue.add([file('a.csv')]);
  await asks.settled();
  expect(asks.calls).toEqual(['read']);
  await asks.queue.answer(1, { zone: 'Europe/London' });
  expect(asks.calls).toEqual(['read', 'read', 'compare']);
});

test('a file may be saved while it is compared, and the comparison changes nothing any more', async () => {
  let told = (_change: Partial<FilePreview>): void => undefined;
  const compare = () =>
    new Promise<Partial<FilePreview>>((resolve) => {
      told = resolve;
    });
  const { queue, calls, toasts, steps, settled } = play({ compare });
  queue.add([file('a.csv')]);
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ step: 'preview', isComparing: true });
  await queue.save(1);
  told({ notCompared: 'Another file of yours was taken up meanwhile.' });
  await settled();
  expect([steps(), calls]).toEqual([['saved'], ['read', 'compare', 'leave']]);
  expect(toasts.map(({ title }) => title)).toEqual(['Trades Uploaded']);
});

test('an answer that changes while the file is compared begins anew', async () => {
  const tellers: ((change: Partial<FilePreview>) => void)[] = [];
  const compare = () => new Promise<Partial<FilePreview>>((resolve) => void tellers.push(resolve));
  const { queue, settled } = play({
    compare,
    read: () => ({ ok: true, preview: preview({ rejectedCount: 1 }) }),
  });
  queue.add([file('a.csv')]);
  await settled();
  void queue.answer(1, { zone: 'Europe/London' });
  await settled();
  tellers[0]?.({ fresh: 7 });
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ isComparing: true, preview: { fresh: null } });
  tellers[1]?.({ fresh: 1, completing: 1 });
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ isComparing: false, preview: { fresh: 1, completing: 1 } });
});

test('exits alone may be saved when they complete an earlier import', async () => {
  const { queue, toasts, steps, settled } = play({
    read: () => ({ ok: true, preview: preview({ count: 0, rejectedCount: 1 }) }),
    compare: () => Promise.resolve({ fresh: 1, completing: 1 }),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect([steps(), toasts]).toEqual([['preview'], []]);
  await queue.save(1);
  expect(steps()).toEqual(['saved']);
});

test('a file that comes while the answers of the one before are being kept waits for them', async () => {
  let kept = (): void => undefined;
  const remembering = new Promise<void>((resolve) => {
    kept = resolve;
  });
  const { queue, steps, settled } = play({ remembering });
  queue.add([file('a.csv'), file('b.csv')]);
  await settled();
  expect(steps()).toEqual(['saved', 'reading']);
  kept();
  await settled();
  expect(steps()).toEqual(['saved', 'saved']);
});

test('answers that could not be kept stop nothing', async () => {
  const { queue, steps, settled } = play({ remembering: Promise.reject(new Error('away')) });
  queue.add([file('a.csv'), file('b.csv')]);
  await settled();
  expect(steps()).toEqual(['saved', 'saved']);
});
