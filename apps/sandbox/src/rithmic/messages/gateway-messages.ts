/** Every message that the gateway reads or writes, and the codec for them. */
import { createWireCodec, frameOf, type MessageOf, RITHMIC_MESSAGES } from '@undertow/feeds';
import { BAR_MESSAGES } from './bar-messages.ts';
import { MOBILE_MESSAGES } from './mobile-messages.ts';
import { ORDER_MESSAGES } from './order-messages.ts';
import { RARE_MESSAGES } from './rare-messages.ts';
import { STATISTICS_MESSAGES } from './statistics-messages.ts';

export const GATEWAY_MESSAGES = {
  ...RITHMIC_MESSAGES,
  ...STATISTICS_MESSAGES,
  ...BAR_MESSAGES,
  ...ORDER_MESSAGES,
  ...RARE_MESSAGES,
  ...MOBILE_MESSAGES,
} as const;

export type MessageName = keyof typeof GATEWAY_MESSAGES;
export type Message<N extends MessageName> = MessageOf<(typeof GATEWAY_MESSAGES)[N]>;

export const gatewayCodec = createWireCodec(GATEWAY_MESSAGES);

/** The frame of a message: one to a WebSocket message, as the servers send. */
export function frame<N extends MessageName>(name: N, values: Message<N>): Uint8Array {
  return frameOf(gatewayCodec.encode(name, values));
}
