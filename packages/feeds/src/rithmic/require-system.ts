/** Asks a gateway which systems it serves, on a connection of its own, and refuses one that is not among them. */
import { LOGIN_MS, PendingRequests } from './pending-requests.ts';
import { RithmicError, type RithmicGateway } from './rithmic-feed.ts';
import { WireSocket } from './wire-socket.ts';

/** Rejects with `unknown_system`, with `maintenance` where no system is served, or with what broke the way. */
export async function requireSystem(gateway: RithmicGateway): Promise<void> {
  const requests = new PendingRequests();
  const socket = await WireSocket.connect(gateway, {
    onMessage: (message) => requests.take(message),
    onDown: (error) => requests.failAll(error),
  });
  try {
    const { id, answer } = requests.open('RequestRithmicSystemInfo', null, LOGIN_MS);
    socket.send('RequestRithmicSystemInfo', { userMsg: [id] });
    const systems = await answer;
    const names = systems.kind === 'done' ? (systems.end.systemName ?? []) : [];
    if (names.length === 0)
      throw new RithmicError('maintenance', 'expected the systems of the gateway, it names none');
    if (!names.includes(gateway.systemName))
      throw new RithmicError('unknown_system', `the gateway does not serve ${gateway.systemName}`);
  } finally {
    socket.close();
  }
}
