/** Storing layouts: changes are sent together, what waits is tried again, and what another device stored is never lost from sight. */
import { QueryClient } from '@tanstack/react-query';
import { type Layout, layoutOfTemplate, type StoredLayout } from '@undertow/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAYOUTS_KEY, LayoutSaver } from './layout-saver.ts';

const LAYOUT = layoutOfTemplate('charts', 1);
const named = (name: string): Layout => ({ ...LAYOUT, name });
const ROW: StoredLayout = {
  id: 'l1',
  version: 3,
  savedAt: '2026-11-27T16:41:00.000Z',
  copyOf: null,
  layout: LAYOUT,
  refused: null,
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: { readonly basedOn?: number; readonly layout: Layout };
}

let sent: Sent[];
/** Answers in turn; the last one stays. */
let answers: ((request: Sent) => Response)[];
let client: QueryClient;
let saver: LayoutSaver;
let events: string[];

const ok = ({ body }: Sent): Response =>
  Response.json({ saved: { ...ROW, version: (body.basedOn ?? 0) + 1, layout: body.layout }, replaced: null });
const fails = (status: number) => (): Response => Response.json({ message: 'no', code: 'X' }, { status });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  answers = [ok];
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: string }) => {
    const request = { method, path, body: JSON.parse(body) };
    sent.push(request);
    return (answers.length > 1 ? answers.shift() : answers[0])?.(request);
  });
  client = new QueryClient();
  client.setQueryData(LAYOUTS_KEY, [ROW]);
  saver = new LayoutSaver(client);
  events = [];
  saver.listen({
    onReplaced: (copy) => events.push(`replaced ${copy.layout?.name}`),
    onRefused: ({ message }) => events.push(`refused ${message.slice(0, 3)}`),
    onRow: ({ version, layout }) => events.push(`row ${version} ${layout?.name}`),
    onMoved: (from, to) => events.push(`moved ${from} to ${to.id}`),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a change is shown at once, and several are one request with the version they are based on', async () => {
  for (const name of ['a', 'b', 'c']) saver.change('l1', named(name));
  expect(saver.rows()[0]?.layout?.name).toBe('c');
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(600);
  expect(sent).toEqual([
    { method: 'PUT', path: '/api/workspace/layouts/l1', body: { basedOn: 3, layout: named('c') } },
  ]);
  expect(saver.state.get()).toMatchObject({ kind: 'saved' });
  saver.change('l1', named('d'));
  await vi.advanceTimersByTimeAsync(600);
  expect(sent[1]?.body.basedOn).toBe(4);
});

test('what cannot reach the server is kept and tried again', async () => {
  answers = [fails(503), ok];
  saver.change('l1', named('kept'));
  await vi.advanceTimersByTimeAsync(600);
  expect(saver.state.get()).toMatchObject({ kind: 'waiting' });
  expect(saver.rows()[0]?.layout?.name).toBe('kept');
  await vi.advanceTimersByTimeAsync(5100);
  expect(sent).toHaveLength(2);
  expect(saver.state.get().kind).toBe('saved');
});

test('the version that a change replaced becomes a row, and is offered', async () => {
  const copy = { ...ROW, id: 'l2', version: 1, copyOf: 'l1', layout: named('theirs') };
  answers = [
    ({ body }) => Response.json({ saved: { ...ROW, version: 9, layout: body.layout }, replaced: copy }),
  ];
  saver.change('l1', named('mine'));
  await vi.advanceTimersByTimeAsync(600);
  expect(events).toEqual(['row 3 mine', 'row 9 mine', 'row 1 theirs', 'replaced theirs']);
  expect(saver.rows().map(({ id }) => id)).toEqual(['l1', 'l2']);
});

test('a layout that was deleted elsewhere is stored again', async () => {
  answers = [fails(404), ({ body }) => Response.json({ ...ROW, id: 'l7', version: 1, layout: body.layout })];
  saver.change('l1', named('back'));
  await vi.advanceTimersByTimeAsync(600);
  expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
  expect(saver.rows().map(({ id, layout }) => [id, layout?.name])).toEqual([['l7', 'back']]);
  expect(events.at(-1)).toBe('moved l1 to l7');
});

test('a refused change is reported and not tried again', async () => {
  answers = [fails(403)];
  saver.change('l1', named('too much'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(1);
  expect(events.at(-1)).toBe('refused 403');
});

test('a change during a request is newer than its answer', async () => {
  answers = [
    (request) => {
      saver.change('l1', named('newer'));
      return ok(request);
    },
    ok,
  ];
  saver.change('l1', named('older'));
  await vi.advanceTimersByTimeAsync(600);
  expect(saver.rows()[0]).toMatchObject({ version: 4, layout: { name: 'newer' } });
  await vi.advanceTimersByTimeAsync(600);
  expect(sent.map(({ body }) => [body.basedOn, body.layout.name])).toEqual([
    [3, 'older'],
    [4, 'newer'],
  ]);
});

test('another window of this browser is adopted, an older version of it is not', () => {
  saver.adopt({ ...ROW, version: 5, layout: named('window') });
  expect(saver.rows()[0]).toMatchObject({ version: 5, layout: { name: 'window' } });
  saver.adopt({ ...ROW, version: 4, layout: named('late') });
  expect(saver.rows()[0]?.layout?.name).toBe('window');
  expect(events).toEqual([]);
});

test('what was removed is not stored again', async () => {
  saver.change('l1', named('gone'));
  saver.forget('l1');
  await vi.advanceTimersByTimeAsync(600);
  expect(sent).toEqual([]);
});
