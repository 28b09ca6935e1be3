/** A process with the sandbox's gateway for the measurement of account feeds: a simulated ES that is sent to every account. */
import { startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';

const [scale = '1'] = process.argv.slice(2);
const settings = { port: 0, host: '127.0.0.1', instruments: [1], seed: 1, historyMinutes: 60 };
const gateway = await startGateway({ ...settings, scale: Number(scale) });

process.on('disconnect', () => process.exit());
process.send?.({ uri: gateway.uri, ca: gateway.ca });
