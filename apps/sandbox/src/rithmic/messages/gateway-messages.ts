/** Every message that the gateway reads or writes, and the codec for them. */
import { createWireCodec, frameOf, type MessageOf, RITHMIC_MESSAGES } from '@undertow/feeds';
import { BAR_MESSAGES } from './bar-messages.ts';
import { ORDER_MESSAGES } from './order-messages.ts';
import { STATISTICS_MESSAGES } from './statistics-messages.ts';

const REQUEST = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

const RESPONSE = { ...REQUEST, rpCode: [132766, 'string', true] } as const;

/** Requests that clients send occasionally and that find no data here, but need a response. */
const RARE_MESSAGES = {
  RequestGetInstrumentByUnderlying: { templateId: 102, fields: REQUEST },
  ResponseGetInstrumentByUnderlying: { templateId: 103, fields: RESPONSE },
  RequestMarketDataUpdateByUnderlying: { templateId: 105, fields: REQUEST },
  ResponseMarketDataUpdateByUnderlying: { templateId: 106, fields: RESPONSE },
  RequestGiveTickSizeTypeTable: { templateId: 107, fields: REQUEST },
  ResponseGiveTickSizeTypeTable: { templateId: 108, fields: RESPONSE },
  RequestGetVolumeAtPrice: { templateId: 119, fields: REQUEST },
  ResponseGetVolumeAtPrice: { templateId: 120, fields: RESPONSE },
  RequestAuxilliaryReferenceData: {
    templateId: 121,
    fields: { ...REQUEST, symbol: [110100, 'string'], exchange: [110101, 'string'] },
  },
  ResponseAuxilliaryReferenceData: {
    templateId: 122,
    fields: {
      ...RESPONSE,
      presenceBits: [149138, 'uint32'],
      symbol: [110100, 'string'],
      exchange: [110101, 'string'],
      lastTradingDate: [154236, 'string'],
    },
  },
  RequestListAcceptedAgreements: { templateId: 502, fields: REQUEST },
  ResponseListAcceptedAgreements: { templateId: 503, fields: RESPONSE },
  RequestAcceptAgreement: { templateId: 504, fields: REQUEST },
  ResponseAcceptAgreement: { templateId: 505, fields: RESPONSE },
  RequestShowAgreement: { templateId: 506, fields: REQUEST },
  ResponseShowAgreement: { templateId: 507, fields: RESPONSE },
} as const;

const PLAIN = {
  templateId: [154467, 'int32'],
  userMsg: [132760, 'string', true],
} as const;

/** Requests that public clients took over from the application for mobile gateways, and send to any gateway. */
const MOBILE_MESSAGES = {
  RequestMobileUnderlying: { templateId: 100_000, fields: PLAIN },
  ResponseMobileUnderlying: {
    templateId: 100_001,
    fields: { ...PLAIN, rpCode: [132766, 'string', true] },
  },
  /** Answered as the account list of template 302 is. */
  RequestMobileAccountList: {
    templateId: 100_030,
    fields: { ...PLAIN, fcmId: [154013, 'string'], ibId: [154014, 'string'] },
  },
} as const;

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
