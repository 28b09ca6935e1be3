/** The process of the sandbox's Rithmic gateway. */
import { servePart } from '#processes/part-process.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { startGateway } from './start-gateway.ts';

servePart(async (settings: GatewaySettings) => {
  const { uri, close } = await startGateway(settings);
  return { address: uri, close };
});
