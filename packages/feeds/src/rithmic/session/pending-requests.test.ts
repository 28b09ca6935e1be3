/** Requests of one connection: frames are gathered by their id until the last, refusals and silence end them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { Received } from '#rithmic/wire/rithmic-wire.ts';
import { PendingRequests } from './pending-requests.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const frame = (name: string, message: object): Received => ({ name, message }) as unknown as Received;
const answerTo = (id: string, fields: object, name = 'ResponseLoginInfo'): Received =>
  frame(name, { userMsg: [id], ...fields });

test('frames of a request are its rows, the last one its end', async () => {
  const requests = new PendingRequests();
  const { id, answer } = requests.open('RequestLoginInfo');
  expect(requests.take(answerTo(id, { rqHandlerRpCode: ['0'], row: 1 }))).toBe(true);
  expect(requests.take(answerTo(id, { rqHandlerRpCode: ['0'], row: 2 }))).toBe(true);
  expect(requests.take(answerTo(id, { rpCode: ['0'] }))).toBe(true);
  expect(await answer).toMatchObject({
    kind: 'done',
    rows: [{ row: 1 }, { row: 2 }],
    end: { rpCode: ['0'] },
  });
});

test('two requests under way do not take each other’s frames', async () => {
  const requests = new PendingRequests();
  const [one, other] = [requests.open('RequestLoginInfo'), requests.open('RequestLoginInfo')];
  expect(one.id).not.toBe(other.id);
  requests.take(answerTo(other.id, { rpCode: ['0'], of: 'other' }));
  requests.take(answerTo(one.id, { rpCode: ['0'], of: 'one' }));
  expect([await one.answer, await other.answer]).toMatchObject([
    { end: { of: 'one' } },
    { end: { of: 'other' } },
  ]);
});

test('what was pushed, what answers nothing, and what comes after the end is not taken', async () => {
  const requests = new PendingRequests();
  expect(requests.take(frame('LastTrade', {}))).toBe(false);
  expect(requests.take(answerTo('99', { rpCode: ['0'] }))).toBe(false);
  const { id, answer } = requests.open('RequestLoginInfo');
  requests.take(answerTo(id, { rpCode: ['0'] }));
  await answer;
  expect(requests.take(answerTo(id, { rpCode: ['0'] }))).toBe(false);
});

test.each([
  [
    'refused',
    { rpCode: ['13', 'permission denied'] },
    { kind: 'refused', code: '13', text: 'permission denied' },
  ],
  ['empty', { rpCode: ['7', 'no data'] }, { kind: 'empty' }],
])('a request can be %s', async (_what, fields, outcome) => {
  const requests = new PendingRequests();
  const { id, answer } = requests.open('RequestLoginInfo');
  requests.take(answerTo(id, fields));
  expect(await answer).toEqual(outcome);
});

test('rows that came before an empty end are rows anyway', async () => {
  const requests = new PendingRequests();
  const { id, answer } = requests.open('RequestLoginInfo');
  requests.take(answerTo(id, { rqHandlerRpCode: ['0'], row: 1 }));
  requests.take(answerTo(id, { rpCode: ['7', 'no data'] }));
  expect(await answer).toMatchObject({ kind: 'done', rows: [{ row: 1 }] });
});

test('a message that rejects ends the request, the answer to a resumption does not', async () => {
  const requests = new PendingRequests();
  const [first, second] = [requests.open('RequestLoginInfo'), requests.open('RequestLoginInfo')];
  requests.take(answerTo(first.id, {}, 'Reject'));
  expect(await first.answer).toEqual({ kind: 'refused', code: '', text: 'rejected' });
  requests.take(answerTo(second.id, { rpCode: ['0'] }, 'ResponseResumeBars'));
  requests.take(answerTo(second.id, { rpCode: ['0'] }));
  expect((await second.answer).kind).toBe('done');
});

test('a cut reply notifies with its key and goes on', async () => {
  const requests = new PendingRequests();
  const notices: string[][] = [];
  const { id, answer } = requests.open('RequestLoginInfo', (key, of) => notices.push([key, of]));
  requests.take(answerTo(id, { requestKey: 'more' }));
  expect(notices).toEqual([['more', id]]);
  requests.take(answerTo(id, { rpCode: ['0'] }));
  expect((await answer).kind).toBe('done');
});

test('a request without a frame for its time is given up, and each frame begins that time anew', async () => {
  const requests = new PendingRequests();
  const { id, answer } = requests.open('RequestLoginInfo', null, 1000);
  const failed = expect(answer).rejects.toMatchObject({ fault: 'gateway_down' });
  vi.advanceTimersByTime(999);
  requests.take(answerTo(id, { rqHandlerRpCode: ['0'] }));
  vi.advanceTimersByTime(999);
  expect(requests.take(answerTo(id, { rqHandlerRpCode: ['0'] }))).toBe(true);
  vi.advanceTimersByTime(1000);
  await failed;
  expect(requests.take(answerTo(id, { rpCode: ['0'] }))).toBe(false);
});

test('the end of the connection fails every request on it', async () => {
  const requests = new PendingRequests();
  const error = new RithmicError('gateway_down', 'the connection broke');
  const answers = [1, 2].map(() => expect(requests.open('RequestLoginInfo').answer).rejects.toBe(error));
  requests.failAll(error);
  await Promise.all(answers);
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer of more than two hundred thousand frames is given up', async () => {
  const requests = new PendingRequests();
  const { id, answer } = requests.open('RequestLoginInfo');
  const failed = expect(answer).rejects.toMatchObject({ fault: 'protocol' });
  const row = answerTo(id, { rqHandlerRpCode: ['0'] });
  let taken = 0;
  while (requests.take(row)) taken += 1;
  await failed;
  expect(taken).toBe(200_001);
});
