/** The R|Protocol as types: what a received message is, and which response belongs to which request. */
import type { MessageOf } from './message-shape.ts';
import { RITHMIC_MESSAGES } from './rithmic-messages.ts';
import { createWireCodec, type Decoded } from './wire-codec.ts';

export type RithmicName = keyof typeof RITHMIC_MESSAGES;
export type RithmicMessage<N extends RithmicName> = MessageOf<(typeof RITHMIC_MESSAGES)[N]>;

/** A message of a known template. */
export type Received = Extract<Decoded<typeof RITHMIC_MESSAGES>, { readonly name: RithmicName }>;

export type RequestName = Extract<RithmicName, `Request${string}`>;
export type ResponseTo<N extends RequestName> = N extends `Request${infer R}`
  ? Extract<RithmicName, `Response${R}`>
  : never;

/** Plants by `infra_type`. */
export const TICKER_PLANT = 1;
export const HISTORY_PLANT = 3;
export const REPOSITORY_PLANT = 5;

export const RITHMIC_CODEC = createWireCodec(RITHMIC_MESSAGES);
