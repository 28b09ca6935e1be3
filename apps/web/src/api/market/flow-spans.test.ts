import { encodeFlowSpan, type FlowSpan, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { afterEach, expect, test, vi } from 'vitest';
import { decodePastFlow, fetchPastFlow } from './flow-spans.ts';

const SPAN = {
  fromMs: 1_790_000_100_000,
  toMs: 1_790_000_400_000,
  depth: [
    { atMs: 1_790_000_101_000, change: { isWhole: true, levels: Int32Array.of(SIDE_BID, 18_268, 12, 4) } },
  ],
  prints: {
    times: Float64Array.of(1_790_000_101_250, 1_790_000_101_900),
    rows: Int32Array.of(7, 1, SIDE_ASK, 18_268, 5, 8, 1, SIDE_BID, 18_269, 250),
  },
};

/** As the server deflates them. */
async function data(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const deflated = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(deflated).arrayBuffer())));
}
const bytesOf = (span: FlowSpan): Uint8Array<ArrayBuffer> => new Uint8Array(encodeFlowSpan(span));

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a span of the server is the one that was encoded, with its contract', async () => {
  expect(await decodePastFlow({ contract: 'ESZ6', data: await data(bytesOf(SPAN)) })).toEqual({
    contract: 'ESZ6',
    ...SPAN,
  });
});

test('bytes that are cut, of another version or not deflated are refused', async () => {
  const bytes = bytesOf(SPAN);
  await expect(decodePastFlow({ contract: 'ESZ6', data: await data(bytes.subarray(0, -2)) })).rejects.toThrow(
    RangeError,
  );
  await expect(decodePastFlow({ contract: 'ESZ6', data: await data(Uint8Array.of(9)) })).rejects.toThrow(
    'version',
  );
  await expect(decodePastFlow({ contract: 'ESZ6', data: btoa('plain') })).rejects.toThrow(TypeError);
});

test('a stretch is requested by its instants, and its spans come in order', async () => {
  const span = { contract: 'ESZ6', from: '2026-09-21T13:35:00.000Z', to: '2026-09-21T13:40:00.000Z' };
  const fetched = vi.fn(async (_address: string) =>
    Response.json([
      { ...span, data: await data(bytesOf(SPAN)) },
      { ...span, contract: 'ESH7', data: await data(bytesOf({ ...SPAN, fromMs: SPAN.toMs, depth: [] })) },
    ]),
  );
  vi.stubGlobal('fetch', fetched);
  const spans = await fetchPastFlow({ instrumentId: 1, fromMs: SPAN.fromMs, toMs: SPAN.toMs });
  expect(spans.map(({ contract }) => contract)).toEqual(['ESZ6', 'ESH7']);
  expect(fetched.mock.calls[0]?.[0]).toBe(
    '/api/order-flow/spans?instrumentId=1&from=2026-09-21T14%3A15%3A00.000Z&to=2026-09-21T14%3A20%3A00.000Z',
  );
});
