/** The queue of dropped files, with the reader and the server played by the test. */
import { expect, test } from 'vitest';
import { file, type Played, play, preview, withQuestion, ZONE } from '#testing/import-queue.ts';

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
  const { queue, saves, steps, settled } = play({ read: (_name, answers) => withQuestion(answers) });
  queue.add([file('a.csv')]);
  await settled();
  await queue.save(1);
  expect([steps(), saves]).toEqual([['preview'], []]);
  await queue.answer(1, { zone: 'America/Chicago' });
  expect(steps()).toEqual(['preview']);
  await queue.save(1);
  expect([steps(), saves]).toEqual([['saved'], [['a.csv', { zone: 'America/Chicago' }]]]);
});

test('a remembered answer is offered, not applied silently', async () => {
  const { queue, saves, steps, settled } = play({
    read: (_name, answers) => withQuestion(answers),
    remembered: { zone: 'Europe/London' },
  });
  queue.add([file('a.csv')]);
  await settled();
  expect([steps(), saves]).toEqual([['preview'], []]);
  expect(queue.items.get()[0]?.answers).toEqual({ zone: 'Europe/London' });
  await queue.save(1);
  expect(saves).toEqual([['a.csv', { zone: 'Europe/London' }]]);
});

test('rejected rows, a total of the file that is not ours, and nothing new each wait for a user', async () => {
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

test('a file without a trade is reported and stays for review', async () => {
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

test('a queue of 31 files waits as long as the server says and saves the last one too', async () => {
  const { queue, waits, toasts, steps, settled } = play({ savesAtOnce: 30 });
  queue.add(Array.from({ length: 31 }, (_, at) => file(`day-${at}.csv`)));
  await settled();
  await settled();
  expect(steps()).toEqual(Array.from({ length: 31 }, () => 'saved'));
  expect(waits).toEqual([7_000]);
  expect(toasts.every(({ title }) => title === 'Trades Uploaded')).toBe(true);
});

test('what the server refuses stays in the preview', async () => {
  const { queue, toasts, steps, settled } = play({ failsToSave: true });
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['preview']);
  expect(toasts).toMatchObject([{ title: 'Upload Failed', text: 'no space left', destructive: true }]);
});

test('an answer that does not fit is reported, and the previous preview stays', async () => {
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
    read: (name, answers) => (name === 'a.csv' ? withQuestion(answers) : { ok: true, preview: preview() }),
  });
  queue.add([file('a.csv'), file('b.csv')]);
  await settled();
  expect(steps()).toEqual(['preview', 'waiting']);
  queue.clear(1);
  await settled();
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
