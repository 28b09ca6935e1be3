/** A gateway for tests: any port, the small markets of ES and gold, some minutes of history. */
import type { GatewayParts, GatewaySettings } from '#rithmic/gateway/gateway-settings.ts';
import { type Gateway, startGateway } from '#rithmic/gateway/start-gateway.ts';

export const ES = 1;
export const GOLD = 5;

export function openGateway(
  settings: Partial<GatewaySettings> = {},
  parts: GatewayParts = {},
): Promise<Gateway> {
  return startGateway(
    { port: 0, host: '127.0.0.1', instruments: [ES, GOLD], seed: 7, historyMinutes: 1, ...settings },
    parts,
  );
}
