/** Which plant answers which request, and what is refused. */

import type { Plant } from '#rithmic/accounts/login.ts';
import { GATEWAY_MESSAGES } from '#rithmic/messages/gateway-messages.ts';
import { BAD_INPUT } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession, Request } from '#rithmic/session/client-session.ts';
import { BAR_ANSWERS } from './bar-answers.ts';
import { type Answered, echo, type Handlers } from './handlers.ts';
import { HISTORY_ANSWERS } from './history-answers.ts';
import { MARKET_ANSWERS } from './market-answers.ts';
import { LOGIN_INFO_ANSWERS, ORDER_ANSWERS, PNL_ANSWERS } from './order-answers.ts';
import { REFERENCE_ANSWERS, REFERENCE_DATA_ANSWERS, REPOSITORY_ANSWERS } from './reference-answers.ts';
import { COMMON_ANSWERS, OPENING_ANSWERS } from './session-answers.ts';

const EVERYWHERE: Handlers = {
  ...COMMON_ANSWERS,
  ...LOGIN_INFO_ANSWERS,
  ...REFERENCE_DATA_ANSWERS,
};

const PLANT_ANSWERS: Readonly<Record<Plant, Handlers>> = {
  ticker: { ...EVERYWHERE, ...REFERENCE_ANSWERS, ...MARKET_ANSWERS },
  order: { ...EVERYWHERE, ...ORDER_ANSWERS },
  history: { ...EVERYWHERE, ...HISTORY_ANSWERS, ...BAR_ANSWERS },
  pnl: { ...EVERYWHERE, ...PNL_ANSWERS },
  repository: { ...EVERYWHERE, ...REPOSITORY_ANSWERS },
};

/** Template ids above belong to other gateways: unknown ones get no response. */
const MAX_TEMPLATE = 100_000;

/** The response to a request of another plant, so that the caller does not wait; null where no such response exists. */
function answerOf({ name }: Request): Answered | null {
  const answered = name?.replace(/^Request/, 'Response') ?? '';
  return name !== answered && Object.hasOwn(GATEWAY_MESSAGES, answered) ? (answered as Answered) : null;
}

/** Answers one message. A request before the login is rejected. */
export function answer(client: ClientSession, request: Request): void {
  if (request.name === null) {
    if (request.templateId < MAX_TEMPLATE) client.send('Reject', { ...echo(request), rpCode: BAD_INPUT });
    return;
  }
  const handlers = client.login === null ? OPENING_ANSWERS : PLANT_ANSWERS[client.login.plant];
  // The handler under a message's name accepts that message
  const handler = handlers[request.name] as ((by: ClientSession, message: unknown) => void) | undefined;
  if (handler !== undefined) {
    handler(client, request.message);
    return;
  }
  const refusal = { ...echo(request.message as { readonly userMsg?: readonly string[] }), rpCode: BAD_INPUT };
  client.send((client.login === null ? null : answerOf(request)) ?? 'Reject', refusal);
}
