/** A file in the queue is held against the journal: once, beside whatever its person does. */
import { expect, test } from 'vitest';
import type { FilePreview } from './file-preview.ts';
import { asking, file, play, preview } from './import-queue-fixture.ts';

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
