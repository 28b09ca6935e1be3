/** Drawings of a page: shown at once, sent together, undone, and kept where the server is away or another device was faster. */
import type { Drawing } from '@undertow/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawingBook } from './drawing-book.ts';

const level = (id: string, price = '4600.00'): Drawing => ({
  id,
  kind: 'horizontal',
  points: [{ at: '2026-11-20T14:00:00.000Z', price }],
  text: '',
  contract: null,
});

interface Body {
  readonly basedOn: number;
  readonly put: Drawing[];
  readonly removed: string[];
}

let sent: Body[];
/** What the server stores. */
let stored: { version: number; drawings: Drawing[] };
let failing: number | null;
let kept: Drawing[];
let book: DrawingBook;
let events: string[];

function answer(body: Body): Response {
  if (failing !== null) return Response.json({ message: 'no', code: 'X' }, { status: failing });
  const gone = new Set([...body.removed, ...body.put.map(({ id }) => id)]);
  const drawings = [...stored.drawings.filter(({ id }) => !gone.has(id)), ...kept, ...body.put];
  stored = { version: stored.version + 1, drawings };
  return Response.json({ ...stored, unreadable: 0, kept: kept.map(({ id }) => id), endedRules: 0 });
}

beforeEach(async () => {
  vi.useFakeTimers();
  sent = [];
  kept = [];
  failing = null;
  stored = { version: 3, drawings: [level('a')] };
  vi.stubGlobal('fetch', async (_: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Response.json({ ...stored, unreadable: 0 });
    sent.push(JSON.parse(body));
    return answer(JSON.parse(body));
  });
  book = new DrawingBook(1);
  events = [];
  book.listen({
    onKept: (count) => events.push(`kept ${count}`),
    onRefused: ({ message }) => events.push(`refused ${message.slice(0, 3)}`),
    onEnded: (count) => events.push(`ended ${count}`),
  });
  await book.load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const shown = (): string[] => book.state.get().drawings.map(({ id, points }) => `${id} ${points[0]?.price}`);

test('changes are shown at once and sent together, with the version they are based on', async () => {
  book.put(level('b'));
  book.put(level('b', '4601.00'));
  book.remove(['a']);
  expect(shown()).toEqual(['b 4601.00']);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([{ basedOn: 3, put: [level('b', '4601.00')], removed: ['a'] }]);
});

test('each step is undone and done again, and that is stored too', async () => {
  book.put(level('a', '4610.00'));
  book.remove(['a']);
  book.undo();
  expect(shown()).toEqual(['a 4610.00']);
  book.undo();
  expect(shown()).toEqual(['a 4600.00']);
  expect(book.state.get()).toMatchObject({ canUndo: false, canRedo: true });
  book.redo();
  await vi.advanceTimersByTimeAsync(500);
  expect(stored.drawings).toEqual([level('a', '4610.00')]);
  book.put(level('c'));
  expect(book.state.get().canRedo).toBe(false);
});

test('what cannot reach the server waits and is tried again', async () => {
  failing = 503;
  book.put(level('b'));
  await vi.advanceTimersByTimeAsync(500);
  expect(book.state.get().waiting).not.toBeNull();
  failing = null;
  await vi.advanceTimersByTimeAsync(5100);
  expect(stored.drawings.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(book.state.get().waiting).toBeNull();
});

test('a refused change gives way to what is stored', async () => {
  failing = 422;
  book.put(level('b'));
  await vi.advanceTimersByTimeAsync(500);
  expect(events).toEqual(['refused 422']);
  expect(shown()).toEqual(['a 4600.00']);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(1);
});

test('what another device kept beside the own version is shown', async () => {
  kept = [level('theirs', '4620.00')];
  book.put(level('a', '4610.00'));
  await vi.advanceTimersByTimeAsync(500);
  expect(events).toEqual(['kept 1']);
  expect(shown()).toEqual(['theirs 4620.00', 'a 4610.00']);
});

test('a change during a request is newer than its answer', async () => {
  book.put(level('b', '4601.00'));
  const flushed = book.flush();
  book.put(level('b', '4602.00'));
  await flushed;
  expect(shown()).toEqual(['a 4600.00', 'b 4602.00']);
  await vi.advanceTimersByTimeAsync(500);
  expect(stored.drawings.at(-1)).toEqual(level('b', '4602.00'));
});
