/** Messages of the R|Protocol to bytes and back: proto2 bodies in frames of a signed 32-bit big-endian length. */
import protobuf from 'protobufjs';
import type { MessageOf, MessageShapes } from './message-shape.ts';

const TEMPLATE_FIELD = 154_467;
/** The sender's name of a request, which its answer carries back. */
const USER_MSG_FIELD = 132_760;
const PREFIX_BYTES = 4;
const OBJECT_OPTIONS = { longs: Number } as const;

/** Bytes that are no frame or no message: the message includes what was expected. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** A message of a known template by its name, or a template that nobody described. */
export type Decoded<M extends MessageShapes> =
  | { readonly [N in keyof M]: { readonly name: N; readonly message: MessageOf<M[N]> } }[keyof M]
  | { readonly name: null; readonly templateId: number; readonly userMsg?: readonly string[] };

export interface WireCodec<M extends MessageShapes> {
  /** The body of a message, its template filled in: before all other fields, as the servers write it. */
  encode<N extends keyof M>(name: N, values: MessageOf<M[N]>): Uint8Array;
  /** Throws `WireError` for bytes that are no protobuf message or carry no template. */
  decode(body: Uint8Array): Decoded<M>;
}

/** What every message may carry. */
interface Envelope {
  readonly templateId?: number;
  readonly userMsg?: readonly string[];
}

function typeOf(name: string, { fields }: MessageShapes[string]): protobuf.Type {
  const type = new protobuf.Type(name);
  for (const [field, [id, kind, repeats]] of Object.entries(fields)) {
    // Unpacked, as the servers write; both are read
    const rule = repeats === true ? 'repeated' : 'optional';
    type.add(new protobuf.Field(field, id, kind, rule, undefined, { packed: false }));
  }
  return type;
}

/** Builds reader and writer for the messages that are given. */
export function createWireCodec<const M extends MessageShapes>(messages: M): WireCodec<M> {
  const root = new protobuf.Root();
  const byTemplate = new Map<number, { readonly name: string; readonly type: protobuf.Type }>();
  for (const [name, shape] of Object.entries(messages)) {
    const type = typeOf(name, shape);
    root.add(type);
    byTemplate.set(shape.templateId, { name, type });
  }
  const envelope = new protobuf.Type('Envelope')
    .add(new protobuf.Field('templateId', TEMPLATE_FIELD, 'int32', 'optional'))
    .add(new protobuf.Field('userMsg', USER_MSG_FIELD, 'string', 'repeated'));
  root.add(envelope);
  root.resolveAll();

  return {
    encode(name, values) {
      const { templateId } = messages[name]!;
      const { type } = byTemplate.get(templateId) as { type: protobuf.Type };
      // Clients look for the template and some give up at the first double before it
      const head = envelope.encode(envelope.create({ templateId }));
      return type.encode(type.fromObject({ ...values, templateId: undefined }), head).finish();
    },
    decode(body) {
      try {
        const { templateId, ...named } = envelope.toObject(envelope.decode(body)) as Envelope;
        if (templateId === undefined) throw new WireError('expected a template id (field 154467), got none');
        const known = byTemplate.get(templateId);
        if (known === undefined) return { name: null, templateId, ...named };
        const message = known.type.toObject(known.type.decode(body), OBJECT_OPTIONS);
        return { name: known.name, message } as Decoded<M>;
      } catch (error) {
        if (error instanceof WireError) throw error;
        throw new WireError(`expected a protobuf message of ${body.length} bytes`, { cause: error });
      }
    },
  };
}

/** A body with its length before it. */
export function frameOf(body: Uint8Array): Uint8Array {
  const frame = new Uint8Array(PREFIX_BYTES + body.length);
  new DataView(frame.buffer).setInt32(0, body.length);
  frame.set(body, PREFIX_BYTES);
  return frame;
}

/** The bodies of one WebSocket message. Throws `WireError` for a length below zero or beyond the message. */
export function bodiesOf(data: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const bodies: Uint8Array[] = [];
  let at = 0;
  while (at < data.length) {
    if (data.length - at < PREFIX_BYTES)
      throw new WireError(`expected a length of 4 bytes, ${data.length - at} are left`);
    const length = view.getInt32(at);
    at += PREFIX_BYTES;
    if (length < 0 || length > data.length - at)
      throw new WireError(`expected a body of at most ${data.length - at} bytes, its length says ${length}`);
    bodies.push(data.subarray(at, at + length));
    at += length;
  }
  return bodies;
}
