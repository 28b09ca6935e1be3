/** The port of streams: the live line sends, HTTP carries. */

/** Whose stream it is. */
export interface StreamHolder {
  readonly userId: string;
  readonly sessionId: string;
  /** Rejects once the key was revoked, has expired or its owner's plan has no API access. */
  check(): Promise<void>;
}

/** `ended`: the key does not hold any more. `slow`: its reader did not read. `restart`: the server stops. `invalid`: a message was not understood. */
export type StreamEnd = 'ended' | 'slow' | 'restart' | 'invalid';

/** A message on its way to every stream that gets it. */
export interface StreamText {
  readonly text: string;
  /** As one whole frame of a WebSocket: made once, when the first one needs it. */
  readonly frame: Buffer;
}

/** Where the messages of a stream go. */
export interface StreamSink {
  /** Bytes that its reader has not read. */
  readonly buffered: number;
  /** `id` names a message that can be resumed after; null for what is about the stream itself. */
  send(message: StreamText, kind: string, id: string | null): void;
  ping(): void;
  end(reason: StreamEnd): void;
}

export interface OpenStream {
  /** What the client sent. */
  receive(text: string): void;
  /** The connection is gone. */
  closed(): void;
}

export interface Streams {
  /** Null where the user has as many as may be open. */
  open(holder: StreamHolder, sink: StreamSink): OpenStream | null;
  /** How many the user has open, at this process. */
  openOf(userId: string): number;
}
