/** Downloads of the historical service: whole under their name, or not there, whatever the service sends. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { header, orderRecord } from '#testing/dbn-bytes.ts';
import { type HistoryAnswer, HistoryService, refusal } from '#testing/history-service.ts';
import { type DownloadRequest, downloadRange } from './download-range.ts';
import { HistoryError } from './history-error.ts';

let service: HistoryService;
let folder: string;
let path: string;
beforeAll(async () => {
  service = await HistoryService.open();
});
afterAll(() => service.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-download-'));
  path = join(folder, 'es.dbn.zst');
  service.calls.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A file of orders as the vendor sends it. */
const fileOf = (records: number, bytes = header()): Buffer =>
  zstdCompressSync(Buffer.concat([bytes, ...Array.from({ length: records }, () => orderRecord())]));

const sends = (bytes: Uint8Array, status = 200, headers: Record<string, string> = {}): HistoryAnswer => {
  return (response) => response.writeHead(status, headers).end(bytes);
};

function download(fields: Partial<DownloadRequest> = {}) {
  return downloadRange(service.client(), {
    ...{ schema: 'mbo', symbols: ['ESH4'], stypeIn: 'raw_symbol', fromMs: 0, toMs: 86_400_000 },
    ...{ path, records: 3, ...fields },
  });
}

const failureOf = async (fields: Partial<DownloadRequest> = {}): Promise<HistoryError> => {
  const error: unknown = await download(fields).catch((caught: unknown) => caught);
  if (!(error instanceof HistoryError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};

test('a whole file is there under its name alone, byte by byte as it was sent', async () => {
  const bytes = fileOf(3);
  service.answers = [sends(bytes)];
  expect(await download()).toEqual({ bytes: bytes.length, records: 3, warnings: [], isPartial: false });
  expect(readdirSync(folder)).toEqual(['es.dbn.zst']);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  expect(service.calls.map((call) => [call.method, call.path, call.fields])).toEqual([
    [
      'POST',
      '/v0/timeseries.get_range',
      {
        ...{ dataset: 'GLBX.MDP3', schema: 'mbo', symbols: 'ESH4', stype_in: 'raw_symbol' },
        ...{ start: '1970-01-01T00:00:00.000Z', end: '1970-01-02T00:00:00.000Z' },
        ...{ stype_out: 'instrument_id', encoding: 'dbn', compression: 'zstd' },
      },
    ],
  ]);
});

test('more records than announced are no fault, one fewer is a cut file', async () => {
  service.answers = [sends(fileOf(4))];
  expect(await download()).toMatchObject({ records: 4 });
  rmSync(path);
  service.answers = [sends(fileOf(2))];
  expect(await failureOf()).toMatchObject({
    fault: 'incomplete',
    message: `the download of ${path} was cut: 2 of 3 records came. What came is in ${path}.part; fetch again (it is charged again)`,
  });
  expect(readdirSync(folder)).toEqual(['es.dbn.zst.part']);
});

const WHOLE = fileOf(3);
test.each<[string, Uint8Array, RegExp]>([
  ['without its last byte', WHOLE.subarray(0, -1), /truncated|zstd|frame/i],
  ['without a byte at all', new Uint8Array(0), /the file is empty/],
  ['of another schema', fileOf(3, header({ schema: 4 })), /expected the schema mbo, the file has trades/],
  ['without metadata', zstdCompressSync(orderRecord()), /expected metadata at the start of the file/],
  ['of no DBN', Buffer.from('<html>an error page</html>'), /expected|record/],
])('a file %s is refused and kept apart', async (_, bytes, reason) => {
  service.answers = [sends(bytes)];
  const error = await failureOf();
  expect([error.fault, error.mayBeCharged]).toEqual(['incomplete', true]);
  expect(error.message).toMatch(reason);
  expect([existsSync(path), readFileSync(`${path}.part`).equals(bytes)]).toEqual([false, true]);
});

test('a connection that breaks says after how many bytes', async () => {
  service.answers = [
    (response) => {
      response.writeHead(200, { 'content-length': String(WHOLE.length) });
      response.write(WHOLE.subarray(0, 50), () => response.destroy());
    },
  ];
  expect((await failureOf()).message).toMatch(/was cut after (0|50) bytes: /);
  expect(existsSync(path)).toBe(false);
});

test('a service that falls silent is given up', async () => {
  service.answers = [(response) => response.writeHead(200).write(WHOLE.subarray(0, 50))];
  const error = await failureOf({ waitScale: 0.002 });
  expect(error).toMatchObject({
    fault: 'incomplete',
    message: expect.stringContaining('nothing came for 30 s'),
  });
});

test('a file that was there before is replaced by a whole one, and stays where the new one is cut', async () => {
  writeFileSync(path, 'old');
  service.answers = [sends(fileOf(1))];
  await failureOf();
  expect(readFileSync(path, 'utf8')).toBe('old');
  service.answers = [sends(WHOLE)];
  await download();
  expect(readFileSync(path).equals(WHOLE)).toBe(true);
});

test('what a longer attempt left behind is not part of the next one', async () => {
  writeFileSync(`${path}.part`, Buffer.alloc(100_000, 1));
  service.answers = [sends(WHOLE)];
  expect(await download()).toMatchObject({ bytes: WHOLE.length });
  expect(readFileSync(path)).toHaveLength(WHOLE.length);
});

test('a refusal is not charged and leaves nothing of a name', async () => {
  service.answers = [refusal(402, 'no funds')];
  expect(await failureOf()).toMatchObject({ fault: 'payment_required', mayBeCharged: false });
  expect([existsSync(path), readFileSync(`${path}.part`)]).toEqual([false, Buffer.alloc(0)]);
});

test('a folder that cannot be written is noticed before anything is requested', async () => {
  service.answers = [sends(WHOLE)];
  await expect(download({ path: join(folder, 'missing', 'es.dbn.zst') })).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(service.calls).toEqual([]);
});

test('the bytes so far are reported, up to all of them', async () => {
  let sendRest = (): void => undefined;
  service.answers = [
    (response) => {
      response.write(WHOLE.subarray(0, 40));
      sendRest = () => response.end(WHOLE.subarray(40));
    },
  ];
  const seen: number[] = [];
  const file = await download({
    onBytes: (bytes) => {
      seen.push(bytes);
      if (bytes === 40) sendRest();
    },
  });
  expect(seen).toEqual([40, WHOLE.length]);
  expect(file.bytes).toBe(WHOLE.length);
});

test.each([
  ['a list of texts', '["one", "two"]', ['one', 'two']],
  ['a list with an object', '[{"symbol": "XX"}, 7]', ['{"symbol":"XX"}', '7']],
  ['an empty list', '[]', []],
  ['a plain text', 'Not resolved: XX', ['Not resolved: XX']],
  ['a JSON text', '"one"', ['"one"']],
])('warnings written as %s are passed on', async (_, warning, expected) => {
  service.answers = [sends(WHOLE, 206, { 'x-warning': warning })];
  expect(await download()).toMatchObject({ warnings: expected, isPartial: true });
});

test('a download that its owner ends is not whole, and not tried again', async () => {
  const abort = new AbortController();
  service.answers = [
    (response) => {
      response.writeHead(200).write(WHOLE.subarray(0, 50), () => abort.abort());
    },
  ];
  await expect(download({ signal: abort.signal })).rejects.toThrow();
  expect([existsSync(path), service.calls.length]).toEqual([false, 1]);
});
