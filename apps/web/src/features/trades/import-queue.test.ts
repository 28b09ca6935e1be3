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
  fresh: 2,
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
  readonly remembered?: ImportAnswers;
  readonly failsToSave?: boolean;
  readonly remembering?: Promise<void>;
}

function play({ read, remembered = {}, failsToSave = false, remembering }: Played) {
  const toasts: ToastInput[] = [];
  const saves: [string, ImportAnswers][] = [];
  const undone: string[] = [];
  let name = '';
  const answer = (answers: ImportAnswers): Promise<ReadResult> =>
    Promise.resolve(read?.(name, answers) ?? { ok: true, preview: preview() });
  const ports: ImportPorts = {
    reader: {
      open: (file, answers) => {
        name = file.name;
        return answer(answers);
      },
      again: answer,
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
  return { queue, toasts, saves, undone, steps, settled };
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
    { read: () => ({ ok: true, preview: preview({ fresh: 0 }) }) },
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
    read: () => ({ ok: true, preview: preview({ count: 0, fresh: 0 }) }),
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
    read: () => ({ ok: true, preview: preview({ notCompared: 'No way.', rejectedCount: 1 }) }),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['preview']);
  expect(toasts.map(({ title }) => title)).toEqual(['Not Compared']);
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
