/** A few sockets at the measured web process that note how old each frame is: the others read bytes only. */
import { once } from 'node:events';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { WebSocket } from 'ws';
import { NEXT_PERSON } from '#bench/tape-line.ts';

export interface ProbeFigures {
  readonly sockets: number;
  readonly frames: number;
  readonly bytes: number;
  /** Milliseconds, of frames since the figures before. */
  readonly ageMs: readonly number[];
}

const AS_OF = /"asOf":"([^"]+)"/;

const [origin = ''] = process.argv.slice(2);
let sockets = 0;
let frames = 0;
let bytes = 0;
let ageMs: number[] = [];

async function open(): Promise<void> {
  const socket = new WebSocket(`${origin}${NEXT_PERSON}`, [SUBPROTOCOL_BATCHED], {
    skipUTF8Validation: true,
  });
  socket.on('message', (data: Buffer) => {
    frames += 1;
    bytes += data.length;
    const [, asOf] = AS_OF.exec(data.toString('latin1')) ?? [];
    if (asOf !== undefined) ageMs.push(Date.now() - Date.parse(asOf));
  });
  await once(socket, 'open');
  sockets += 1;
}

/** A number opens as many more; anything else is for the figures. */
process.on('message', (message) => {
  if (typeof message === 'number') {
    void Promise.all(Array.from({ length: message }, open)).then(() => process.send?.('open'));
    return;
  }
  const figures: ProbeFigures = { sockets, frames, bytes, ageMs };
  ageMs = [];
  process.send?.(figures);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
