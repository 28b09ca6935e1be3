/** A process that reads the sockets of the measurement of account feeds, as that many pages would, and reports how many frames arrived. */
import { once } from 'node:events';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { WebSocket } from 'ws';

const [origin = '', ...users] = process.argv.slice(2);
let frames = 0;
let bytes = 0;
let ofOwn = 0;

for (const user of users) {
  const socket = new WebSocket(`${origin}/${user}`, [SUBPROTOCOL_BATCHED]);
  socket.on('message', (data) => {
    const text = data.toString();
    frames += 1;
    bytes += text.length;
    if (text.includes('"source":"rithmic"')) ofOwn += 1;
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1] }));
}

process.on('message', () => {
  process.send?.({ frames, bytes, ofOwn });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
