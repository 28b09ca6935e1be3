/** Sockets and server-sent events as the places where messages of a stream go. */
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import type { OpenStream, StreamEnd, StreamSink } from '#ports/streams/streams.ts';

/** Of RFC 6455 and, from 4000 on, of our own. */
const CLOSE_CODES: Readonly<Record<StreamEnd, number>> = {
  restart: 1012,
  invalid: 1008,
  ended: 4001,
  slow: 4008,
};
export const CLOSE_TOO_MANY = 4029;

const REASONS: Readonly<Record<StreamEnd, string>> = {
  restart: 'connect again and resume',
  invalid: 'message not understood, or too many',
  ended: 'the key does not hold any more',
  slow: 'read too slowly',
};

/** `stream` is below the socket: whole frames, which all sockets share, are written to it. */
export function socketSink(socket: WebSocket, stream: Writable): StreamSink {
  return {
    get buffered() {
      return socket.bufferedAmount;
    },
    send({ frame }) {
      if (socket.readyState === socket.OPEN) stream.write(frame);
    },
    ping: () => socket.ping(),
    end(reason) {
      socket.close(CLOSE_CODES[reason], REASONS[reason]);
      // A reader that does not read does not answer the close frame either
      if (reason === 'slow') socket.terminate();
    },
  };
}

export function listenToSocket(socket: WebSocket, stream: OpenStream): void {
  socket.on('message', (data, isBinary) => stream.receive(isBinary ? '' : String(data)));
  socket.on('close', () => stream.closed());
  // ws closes it with the right code by itself
  socket.on('error', () => socket.terminate());
}

export function eventSink(response: ServerResponse): StreamSink {
  return {
    get buffered() {
      return response.writableLength;
    },
    send({ text }, kind, id) {
      const place = id === null ? '' : `id: ${id}\n`;
      response.write(`${place}event: ${kind}\ndata: ${text}\n\n`);
    },
    ping: () => void response.write(': \n\n'),
    end(reason) {
      if (reason === 'slow') response.destroy();
      else response.end(`event: end\ndata: ${JSON.stringify({ op: 'end', reason })}\n\n`);
    },
  };
}
