/** In place of the server in tests of the cluster: answers on PORT what its environment has, and stops as the server does. */
import { createServer } from 'node:http';

const SHOWN = 'ROLES PORT DATA_DIR DATABASE_URL NATS_URL NATS_REPLICAS SIM_INSTRUMENTS TRUST_PROXY'.split(
  ' ',
);
const shown = Object.fromEntries(SHOWN.map((name) => [name, process.env[name]]));

const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ pid: process.pid, ...shown }));
});
const stop = (): void => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('disconnect', stop);
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
