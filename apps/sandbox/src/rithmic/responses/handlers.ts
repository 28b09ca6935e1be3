/** How a request is answered: by a function under the name of its message. */

import type { Message, MessageName } from '#rithmic/messages/gateway-messages.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';

export type Handlers = {
  readonly [N in MessageName]?: (client: ClientSession, request: Message<N>) => void;
};

export type ResponseName = Extract<MessageName, `Response${string}`>;

/** Responds to any request with one frame. */
export function always(name: ResponseName, rpCode: readonly string[]) {
  return (client: ClientSession, request: { readonly userMsg?: readonly string[] }): void => {
    client.send(name, { ...echo(request), rpCode });
  };
}

/** The name an instrument was requested under: its contract's, or its product's. Rows and pushes carry it. */
export function nameOf({
  symbol = '',
  exchange = '',
}: {
  readonly symbol?: string;
  readonly exchange?: string;
}) {
  return { symbol, exchange };
}

/** The fields every response echoes so that the client can match its request. */
export function echo({ userMsg }: { readonly userMsg?: readonly string[] }) {
  return userMsg === undefined || userMsg.length === 0 ? {} : { userMsg };
}
