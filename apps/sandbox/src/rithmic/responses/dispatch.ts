/** Which plant answers which request, and what is refused. */

import type { Plant } from '#rithmic/accounts/login.ts';
import { GATEWAY_MESSAGES } from '#rithmic/messages/gateway-messages.ts';
import { BAD_INPUT } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession, Request } from '#rithmic/session/client-session.ts';
import { BAR_RESPONSES } from './bar-responses.ts';
import { echo, type Handlers, type ResponseName } from './handlers.ts';
import { HISTORY_RESPONSES } from './history-responses.ts';
import { MARKET_RESPONSES } from './market-responses.ts';
import { LOGIN_INFO_RESPONSES, ORDER_RESPONSES, PNL_RESPONSES } from './order-responses.ts';
import {
  REFERENCE_DATA_RESPONSES,
  REFERENCE_RESPONSES,
  REPOSITORY_RESPONSES,
} from './reference-responses.ts';
import { COMMON_RESPONSES, OPENING_RESPONSES } from './session-responses.ts';

const EVERYWHERE: Handlers = {
  ...COMMON_RESPONSES,
  ...LOGIN_INFO_RESPONSES,
  ...REFERENCE_DATA_RESPONSES,
};

const PLANT_RESPONSES: Readonly<Record<Plant, Handlers>> = {
  ticker: { ...EVERYWHERE, ...REFERENCE_RESPONSES, ...MARKET_RESPONSES },
  order: { ...EVERYWHERE, ...ORDER_RESPONSES },
  history: { ...EVERYWHERE, ...HISTORY_RESPONSES, ...BAR_RESPONSES },
  pnl: { ...EVERYWHERE, ...PNL_RESPONSES },
  repository: { ...EVERYWHERE, ...REPOSITORY_RESPONSES },
};

/** Template ids above belong to other gateways: unknown ones get no response. */
const MAX_TEMPLATE = 100_000;

/** The response to a request of another plant, so that the caller does not wait; null where no such response exists. */
function responseNameOf({ name }: Request): ResponseName | null {
  const response = name?.replace(/^Request/, 'Response') ?? '';
  return name !== response && Object.hasOwn(GATEWAY_MESSAGES, response) ? (response as ResponseName) : null;
}

/** Responds to one message. A request before the login is rejected. */
export function respond(client: ClientSession, request: Request): void {
  if (request.name === null) {
    if (request.templateId < MAX_TEMPLATE) client.send('Reject', { ...echo(request), rpCode: BAD_INPUT });
    return;
  }
  const handlers = client.login === null ? OPENING_RESPONSES : PLANT_RESPONSES[client.login.plant];
  // The handler under a message's name accepts that message
  const handler = handlers[request.name] as ((by: ClientSession, message: unknown) => void) | undefined;
  if (handler !== undefined) {
    handler(client, request.message);
    return;
  }
  const refusal = { ...echo(request.message as { readonly userMsg?: readonly string[] }), rpCode: BAD_INPUT };
  client.send((client.login === null ? null : responseNameOf(request)) ?? 'Reject', refusal);
}
