/** A file in the queue is held against the journal: once, beside whatever its person does. */
import { expect, test } from 'vitest';
import { file, play, preview, withQuestion } from '#testing/import-queue.ts';
import type { FilePreview } from './file-preview.ts';

test('a file that could not be compared is shown nevertheless, with the reason', async () => {
  const { queue, toasts, steps, settled } = play({
    read: () => ({ ok: true, preview: preview({ rejectedCount: 1 }) }),
    compare: () => Promise.resolve({ notCompared: { text: 'No way.', retryAfterMs: null } }),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect(steps()).toEqual(['preview']);
  expect(toasts.map(({ title }) => title)).toEqual(['Not Compared']);
});

test('a file is compared once, after its remembered answers, and not before its questions are answered', async () => {
  const remembers = play({
    read: (_name, answers) => withQuestion(answers),
    remembered: { zone: 'Europe/London' },
  });
  remembers.queue.add([file('a.csv')]);
  await remembers.settled();
  expect(remembers.calls).toEqual(['read', 'read', 'compare']);
  const queued = play({ read: (_name, answers) => withQuestion(answers) });
  queued.queue.add([file('a.csv')]);
  await queued.settled();
  expect(queued.calls).toEqual(['read']);
  await queued.queue.answer(1, { zone: 'Europe/London' });
  expect(queued.calls).toEqual(['read', 'read', 'compare']);
});

test('a file may be saved while it is compared, and the comparison changes nothing any more', async () => {
  let resolveFirst = (_change: Partial<FilePreview>): void => undefined;
  const compare = () =>
    new Promise<Partial<FilePreview>>((resolve) => {
      resolveFirst = resolve;
    });
  const { queue, calls, toasts, steps, settled } = play({ compare });
  queue.add([file('a.csv')]);
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ step: 'preview', isComparing: true });
  await queue.save(1);
  resolveFirst({
    notCompared: {
      text: 'This comparison was replaced by one of a newer file of yours.',
      retryAfterMs: null,
    },
  });
  await settled();
  expect([steps(), calls]).toEqual([['saved'], ['read', 'compare', 'leave']]);
  expect(toasts.map(({ title }) => title)).toEqual(['Trades Uploaded']);
});

test('an answer that changes while the file is compared starts again', async () => {
  const resolvers: ((change: Partial<FilePreview>) => void)[] = [];
  const compare = () => new Promise<Partial<FilePreview>>((resolve) => void resolvers.push(resolve));
  const { queue, settled } = play({
    compare,
    read: () => ({ ok: true, preview: preview({ rejectedCount: 1 }) }),
  });
  queue.add([file('a.csv')]);
  await settled();
  void queue.answer(1, { zone: 'Europe/London' });
  await settled();
  resolvers[0]?.({ fresh: 7 });
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ isComparing: true, preview: { fresh: null } });
  resolvers[1]?.({ fresh: 1, completing: 1 });
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ isComparing: false, preview: { fresh: 1, completing: 1 } });
});

const TOO_SOON = { notCompared: { text: 'Too many requests.', retryAfterMs: 7_000 } };

test('a rate-limited comparison waits as long as the server requires, and the file continues by itself', async () => {
  const answers: Partial<FilePreview>[] = [TOO_SOON, TOO_SOON, { fresh: 2 }];
  const { queue, calls, waits, toasts, steps, settled } = play({
    compare: () => Promise.resolve(answers.shift() ?? {}),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect([waits, calls]).toEqual([
    [7_000, 7_000],
    ['read', 'compare', 'compare', 'compare', 'leave'],
  ]);
  expect([steps(), toasts.map(({ title }) => title)]).toEqual([['saved'], ['Trades Uploaded']]);
});

test('a comparison that always comes too soon is abandoned and the file shown without it', async () => {
  const { queue, waits, toasts, steps, settled } = play({
    read: () => ({ ok: true, preview: preview({ rejectedCount: 1 }) }),
    compare: () => Promise.resolve(TOO_SOON),
  });
  queue.add([file('a.csv')]);
  await settled();
  expect(waits).toHaveLength(4);
  expect([steps(), toasts.map(({ title }) => title)]).toEqual([['preview'], ['Not Compared']]);
});

test('a file that is saved during the wait is not compared again', async () => {
  let go = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { queue, calls, steps, settled } = play({ waiting, compare: () => Promise.resolve(TOO_SOON) });
  queue.add([file('a.csv')]);
  await settled();
  expect(queue.items.get()[0]).toMatchObject({ step: 'preview', isComparing: true });
  await queue.save(1);
  go();
  await settled();
  expect([steps(), calls]).toEqual([['saved'], ['read', 'compare', 'leave']]);
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
