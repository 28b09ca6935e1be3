/** Requests to the historical service: what they carry, what is tried again and how often, and what stays secret. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TEST_DATASET, TEST_KEY } from '#testing/databento-gateway.ts';
import { answerOf, HistoryService, refusal } from '#testing/history-service.ts';
import { causeOf, HistoryRequests, historyUrlFault } from './history-request.ts';

let service: HistoryService;
beforeEach(async () => {
  service = await HistoryService.open();
});
afterEach(() => service.close());

const requests = (url = service.url): HistoryRequests =>
  new HistoryRequests({ key: TEST_KEY, dataset: TEST_DATASET, url, nowMs: () => 0, waitScale: 0.001 });

test.each([
  ['https://hist.databento.com', null],
  ['https://hist.databento.com/v0', null],
  ['http://localhost:8080', null],
  ['http://127.0.0.1:1', null],
  ['http://[::1]:1', null],
  ['http://hist.databento.com', 'expected https: plain http is for a service on this machine only'],
  ['http://127.0.0.1.example.com', 'expected https: plain http is for a service on this machine only'],
  ['ftp://hist.databento.com', 'expected an address such as https://hist.databento.com'],
  ['hist.databento.com', 'expected an address such as https://hist.databento.com'],
  ['', 'expected an address such as https://hist.databento.com'],
  ['https://a.example/?key=1', 'expected an address such as https://hist.databento.com'],
  ['https://a.example/#part', 'expected an address such as https://hist.databento.com'],
  ['https://name@a.example/', 'expected an address such as https://hist.databento.com'],
  ['https://:word@a.example/', 'expected an address such as https://hist.databento.com'],
])('the address %j is judged before the key is sent to it', (url, fault) => {
  expect(historyUrlFault(url)).toBe(fault);
});

test('a text that is no key, or an address that cannot be used, is refused at once and without the key', () => {
  const made = (key: string, url: string) => () =>
    new HistoryRequests({ key, url, dataset: TEST_DATASET, nowMs: () => 0 });
  expect(made(TEST_KEY.slice(1), service.url)).toThrow(
    expect.objectContaining({
      fault: 'key_refused',
      message: 'expected a key of 32 characters that begins with db-',
    }),
  );
  expect(made(TEST_KEY, 'http://a.example')).toThrow(
    expect.objectContaining({
      fault: 'unreachable',
      message: expect.stringMatching(/^DATABENTO_HISTORY http:\/\/a\.example: expected https/),
    }),
  );
});

test('a GET has its fields in the query and a POST in its form, both with dataset and key', async () => {
  service.answers = [answerOf({ fine: true })];
  const fields = { symbols: 'ES.v.0,NQ.v.0', start: '2026-11-27T00:00:00.000Z' };
  expect(await requests().json('GET', 'metadata.get_dataset_range', {})).toEqual({ fine: true });
  await requests().json('POST', 'metadata.get_cost', fields);
  const authorization = `Basic ${Buffer.from(`${TEST_KEY}:`).toString('base64')}`;
  expect(service.calls).toEqual([
    {
      method: 'GET',
      path: '/v0/metadata.get_dataset_range',
      authorization,
      fields: { dataset: TEST_DATASET },
    },
    {
      method: 'POST',
      path: '/v0/metadata.get_cost',
      authorization,
      fields: { dataset: TEST_DATASET, ...fields },
    },
  ]);
});

test.each(['', '/', '//', '/v0', '/v0/'])(
  'an address that ends with %j leads to the same place',
  async (end) => {
    service.answers = [answerOf(1)];
    await requests(service.url + end).json('POST', 'metadata.get_cost', {});
    expect(service.calls.map(({ path }) => path)).toEqual(['/v0/metadata.get_cost']);
  },
);

test.each([429, 500, 503])(
  'a %i that passes is tried again until it has passed, four times at most',
  async (status) => {
    const busy = refusal(status, 'busy');
    service.answers = [busy, busy, busy, answerOf(7)];
    expect(await requests().json('POST', 'metadata.get_cost', {})).toBe(7);
    expect(service.calls).toHaveLength(4);
    service.answers = [busy];
    await expect(requests().json('POST', 'metadata.get_cost', {})).rejects.toMatchObject({
      message: expect.stringContaining(`${status} (busy)`),
    });
    expect(service.calls).toHaveLength(8);
  },
);

test.each([400, 401, 402, 403, 404, 422])('a %i is final: it is not requested twice', async (status) => {
  service.answers = [refusal(status, 'no'), answerOf(7)];
  await expect(requests().json('POST', 'metadata.get_cost', {})).rejects.toMatchObject({
    name: 'HistoryError',
    message: expect.stringContaining(`refused the request with ${status} (no)`),
  });
  expect(service.calls).toHaveLength(1);
});

test('a wait of 30 s is kept, and one of more ends the request with the wait in the error', async () => {
  service.answers = [refusal(429, 'busy', { 'retry-after': '30' }), answerOf(7)];
  expect(await requests().json('POST', 'metadata.get_cost', {})).toBe(7);
  service.answers = [refusal(429, 'busy', { 'retry-after': '31' }), answerOf(7)];
  await expect(requests().json('POST', 'metadata.get_cost', {})).rejects.toMatchObject({
    retryAfterMs: 31_000,
  });
  expect(service.calls).toHaveLength(3);
});

test('what costs money is requested again after a refusal, never where the answer was lost', async () => {
  const paid = () => requests().send('POST', 'timeseries.get_range', {}, { isPaid: true });
  service.answers = [refusal(503, 'busy'), answerOf('bytes')];
  expect(await (await paid()).json()).toBe('bytes');
  expect(service.calls).toHaveLength(2);
  service.answers = [(response) => response.destroy(), answerOf('bytes')];
  await expect(paid()).rejects.toMatchObject({ fault: 'unreachable', mayBeCharged: true });
  expect(service.calls).toHaveLength(3);
});

test('what is free is requested again after a lost answer', async () => {
  service.answers = [(response) => response.destroy(), answerOf(7)];
  expect(await requests().json('POST', 'metadata.get_cost', {})).toBe(7);
});

test('a redirect is not followed: it would carry the key elsewhere', async () => {
  const elsewhere = await HistoryService.open();
  elsewhere.answers = [answerOf(7)];
  service.answers = [
    (response) => response.writeHead(302, { location: `${elsewhere.url}/v0/metadata.get_cost` }).end(),
  ];
  await expect(requests().send('POST', 'x', {}, { isPaid: true })).rejects.toMatchObject({
    fault: 'unreachable',
  });
  expect(elsewhere.calls).toEqual([]);
  await elsewhere.close();
});

test('no message contains the key, wherever in its text the service repeats it', async () => {
  for (const before of [0, 10, 480, 499]) {
    service.answers = [refusal(401, `${'.'.repeat(before)}${TEST_KEY} is wrong`)];
    const error: unknown = await requests()
      .json('POST', 'x', {})
      .catch((caught: unknown) => caught);
    // Neither whole nor cut: a part of it is no less secret
    expect(String(error)).not.toContain(TEST_KEY.slice(0, 4));
    expect(String(error)).toContain('…');
  }
});

test('an answer that is no JSON is a fault of the protocol with its cause', async () => {
  service.answers = [(response) => response.end('<html>')];
  await expect(requests().json('POST', 'metadata.get_cost', {})).rejects.toMatchObject({
    fault: 'protocol',
    message: 'expected JSON from metadata.get_cost, got something else, half of it, or nothing in time',
    cause: expect.any(SyntaxError),
  });
});

test('a service that is not there is unreachable, with the reason and the address', async () => {
  const { url } = service;
  await service.close();
  await expect(requests(url).send('POST', 'x', {}, { isPaid: true })).rejects.toMatchObject({
    fault: 'unreachable',
    message: `no connection to ${url}: ECONNREFUSED`,
  });
  service = await HistoryService.open();
});

test('a request that its owner ends fails with what the owner said, and is not tried again', async () => {
  const abort = new AbortController();
  const stopped = new Error('stopped');
  service.answers = [() => abort.abort(stopped)];
  await expect(requests().send('POST', 'x', {}, { signal: abort.signal })).rejects.toBe(stopped);
  expect(service.calls).toHaveLength(1);
});

test.each([
  ['the code of what is behind it', new TypeError('fetch failed', { cause: systemError() }), 'ECONNRESET'],
  ['the words of what is behind it', new TypeError('fetch failed', { cause: new Error('cut') }), 'cut'],
  ['its own words', new Error('ended'), 'ended'],
  ['its own code', systemError(), 'ECONNRESET'],
  ['what was thrown', 'a text', 'a text'],
])('the reason of a failure is %s', (_, error, expected) => {
  expect(causeOf(error)).toBe(expected);
});

function systemError(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}
