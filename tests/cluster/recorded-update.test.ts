/** Versions N and N + 1 run side by side during an upgrade: what one of them published, the other one reads. */
import { readFileSync } from 'node:fs';
import { decodeUpdate } from '@undertow/server/src/adapters/nats/update-message.ts';
import { decodeFrame } from '@undertow/server/src/live/record/frame-codec.ts';
import { expect, test } from 'vitest';

interface RecordedUpdate {
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the whole message, the byte of its format first; base64. */
  readonly payload: string;
}

type Fields = Parameters<typeof decodeUpdate>[1];

const FILE = new URL('fixtures/update-format-1.json', import.meta.url);
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, RecordedUpdate>>;
const STREAM = '1/databento-1795971968812-1980066735/ESZ6/1795971967919-1';

function read(name: string) {
  const { subject, headers, payload } = recorded[name] as RecordedUpdate;
  const fields = { get: (key: string) => headers[key] ?? '' } as Fields;
  const message = decodeUpdate(subject, fields, Buffer.from(payload, 'base64'));
  return { message, update: decodeFrame(message.frame) };
}

test('a bar that was published in format 1 is read', () => {
  const { message, update } = read('bar');
  expect(message).toMatchObject({
    ...{ instrumentId: 1, id: `${STREAM}/714`, sequences: [648, 714], isKeyframe: false },
    fence: { epoch: 1_795_971_967_919, revision: 1 },
  });
  expect(update).toMatchObject({
    ...{ source: 'databento-stand-in', contract: 'ESZ6', sequence: 714, backfill: true },
    closedBars: [{ startMs: 1_795_971_720_000, closeTicks: 18_295, volume: 943, trades: 268 }],
    traded: { lowTicks: 18_293, highTicks: 18_303, lastTicks: 18_302 },
  });
  expect(update.prints?.times).toHaveLength(348);
  expect(update.prints?.times).toBeInstanceOf(Float64Array);
});

test('a change of the book that was published in format 1 is read', () => {
  const { message, update } = read('trade');
  expect(message).toMatchObject({ sequences: [820, 820], isKeyframe: false });
  expect(update).toMatchObject({ asOfMs: 1_795_971_977_393, backfill: false });
  expect(update.book?.bids[0]).toEqual({ priceTicks: 18_295, size: 12, orders: 4 });
  expect(update.depth?.isWhole).toBe(false);
  expect(update.depth?.levels).toBeInstanceOf(Int32Array);
});

test('a keyframe that was published in format 1 is read', () => {
  const { message, update } = read('keyframe');
  expect(message).toMatchObject({ id: `${STREAM}/keyframe-2`, sequences: [871, 871], isKeyframe: true });
  expect(update.depth?.isWhole).toBe(true);
  expect(update.facts).toMatchObject({ instrumentId: 1, tradingDay: '2026-11-27' });
  expect(update.status).toMatchObject({ state: 'live', contract: 'ESZ6' });
});

test('an event that was published in format 1 is read, with its nanoseconds', () => {
  const [first] = read('event').update.events;
  expect(first).toMatchObject({ change: 'new', event: { type: 'iceberg', instrumentId: 1 } });
  expect(typeof first?.event.detectedNs).toBe('bigint');
});
