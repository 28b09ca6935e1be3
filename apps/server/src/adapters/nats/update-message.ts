/** An update as a message of the stream: a byte that names the format, the frame, and headers that are read without it. */
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { WireUpdate } from '#ports/cluster/wire.ts';
import type { Fence } from '#ports/ownership/fence.ts';
import { instrumentOfSubject } from './stream-settings.ts';

const FORMAT = 1;
const ID = 'Undertow-Id';
const FENCE = 'Undertow-Fence';
const SEQUENCES = 'Undertow-Sequences';
const KEYFRAME = 'Undertow-Keyframe';
const TRACE = 'traceparent';

/** A message that this release cannot read. */
export class UnreadableUpdate extends Error {
  override readonly name = 'UnreadableUpdate';
}

export interface EncodedUpdate {
  readonly payload: Uint8Array;
  readonly headers: MsgHdrs;
}

export function encodeUpdate(update: WireUpdate): EncodedUpdate {
  const payload = new Uint8Array(1 + update.frame.length);
  payload[0] = FORMAT;
  payload.set(update.frame, 1);
  const fields = headers();
  fields.set(ID, update.id);
  fields.set(FENCE, `${update.fence.epoch}.${update.fence.revision}`);
  fields.set(SEQUENCES, `${update.sequences[0]}-${update.sequences[1]}`);
  if (update.isKeyframe) fields.set(KEYFRAME, '1');
  if (update.traceparent !== undefined) fields.set(TRACE, update.traceparent);
  return { payload, headers: fields };
}

function readPair(text: string | undefined, separator: string, what: string): [number, number] {
  const [first = Number.NaN, last = Number.NaN, ...rest] = (text ?? '').split(separator).map(Number);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last) || rest.length > 0) {
    throw new UnreadableUpdate(`expected two whole numbers in ${what}, not ${JSON.stringify(text ?? null)}`);
  }
  return [first, last];
}

/** Which owner published a stored message, and under which name: what the next owner needs to know of it. */
export function stampOf(
  fields: MsgHdrs | undefined,
): Pick<WireUpdate, 'id'> & { fence: Pick<Fence, 'epoch' | 'revision'> } {
  const id = fields?.get(ID) ?? '';
  if (id === '') throw new UnreadableUpdate(`expected the header ${ID}`);
  const [epoch, revision] = readPair(fields?.get(FENCE), '.', FENCE);
  return { id, fence: { epoch, revision } };
}

/** Throws `UnreadableUpdate`. */
export function decodeUpdate(subject: string, fields: MsgHdrs | undefined, payload: Uint8Array): WireUpdate {
  const instrumentId = instrumentOfSubject(subject);
  if (instrumentId === null)
    throw new UnreadableUpdate(`expected a subject of an instrument, not ${subject}`);
  // The format first: another one may have other headers
  if (payload[0] !== FORMAT) {
    throw new UnreadableUpdate(`expected an update in format ${FORMAT}, not in ${payload[0] ?? 'none'}`);
  }
  const traceparent = fields?.get(TRACE) ?? '';
  return {
    instrumentId,
    ...stampOf(fields),
    sequences: readPair(fields?.get(SEQUENCES), '-', SEQUENCES),
    isKeyframe: fields?.get(KEYFRAME) === '1',
    frame: payload.subarray(1),
    ...(traceparent === '' ? {} : { traceparent }),
  };
}
