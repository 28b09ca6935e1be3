/** Systems, gateways, login, logout, heartbeats. */
import { type Admission, admit } from '#rithmic/accounts/accounts.ts';
import { type Login, PLANTS, type Plant } from '#rithmic/accounts/login.ts';
import { gatewayTime } from '#rithmic/market/wire-values.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';
import { BAD_INPUT, NO_DATA, OK } from '#rithmic/messages/rp-codes.ts';
import type { ClientSession } from '#rithmic/session/client-session.ts';
import { echo, type Handlers } from './handlers.ts';

/** Names as public clients have seen them. */
export const SYSTEMS = [
  'Rithmic 01',
  'Rithmic 04 Colo',
  'Rithmic Paper Trading',
  'Rithmic Test',
  'TopstepTrader',
  'Apex',
] as const;
/** The system that has no history, as the real one. */
export const TEST_SYSTEM = 'Rithmic Test';
export const FIRM = 'UndertowSandbox';
const GATEWAYS = ['Chicago Area', 'Frankfurt', 'Sydney'] as const;
const TEMPLATE_VERSION = '5.42';
const MAINTENANCE: Admission = { kind: 'maintenance' };

type LoginRequest = Message<'RequestLogin'>;

function heartbeat(client: ClientSession, request: Message<'RequestHeartbeat'>): void {
  client.send('ResponseHeartbeat', {
    ...echo(request),
    rpCode: OK,
    ...gatewayTime(client.world.nowMs()),
  });
}

function admissionOf(client: ClientSession, { user = '', password }: LoginRequest): Admission {
  const attempts = client.world.seats.countAttempt(user);
  return admit(user, Buffer.from(password ?? []).toString('utf8'), attempts);
}

function plantOf({ infraType }: LoginRequest): Plant | undefined {
  return PLANTS[infraType as keyof typeof PLANTS];
}

function logIn(client: ClientSession, request: LoginRequest): void {
  const plant = plantOf(request);
  const system = SYSTEMS.find((name) => name === request.systemName);
  let refusal: readonly string[] = BAD_INPUT;
  if (client.login === null && plant !== undefined && system !== undefined) {
    const admission = client.world.faults.maintenance ? MAINTENANCE : admissionOf(client, request);
    if (admission.kind === 'account') {
      seat(client, request, { account: admission.account, plant, system });
      return;
    }
    if (admission.kind === 'no-seat') {
      client.forceLogout();
      return;
    }
    refusal = admission.kind === 'maintenance' ? NO_DATA : admission.rpCode;
  }
  client.send('ResponseLogin', { ...echo(request), templateVersion: TEMPLATE_VERSION, rpCode: refusal });
}

function seat(client: ClientSession, request: LoginRequest, login: Omit<Login, 'seatKey'>): void {
  const { account, plant, system } = login;
  const seatKey = JSON.stringify([account.user, system, plant]);
  client.login = { ...login, seatKey };
  client.world.seats.take(seatKey, client, account.sessions);
  client.send('ResponseLogin', {
    ...echo(request),
    templateVersion: TEMPLATE_VERSION,
    rpCode: OK,
    fcmId: FIRM,
    ibId: FIRM,
    countryCode: 'US',
    stateCode: 'IL',
    uniqueUserId: `${FIRM}-${account.user}`,
    heartbeatInterval: client.world.heartbeatSeconds,
  });
  if (account.takenAfterMs === null) return;
  const timer = setTimeout(() => client.forceLogout(), account.takenAfterMs);
  client.onClose.push(() => clearTimeout(timer));
}

/** Before a login. */
export const OPENING_RESPONSES: Handlers = {
  RequestRithmicSystemInfo(client, request) {
    if (client.world.faults.maintenance) {
      client.send('ResponseRithmicSystemInfo', { ...echo(request), rpCode: NO_DATA });
      return;
    }
    client.send('ResponseRithmicSystemInfo', {
      ...echo(request),
      rpCode: OK,
      systemName: SYSTEMS,
      hasAggregatedQuotes: SYSTEMS.map(() => false),
    });
  },
  RequestRithmicSystemGatewayInfo(client, request) {
    const { systemName = '' } = request;
    if (!SYSTEMS.some((name) => name === systemName)) {
      client.send('ResponseRithmicSystemGatewayInfo', { ...echo(request), rpCode: NO_DATA });
      return;
    }
    client.send('ResponseRithmicSystemGatewayInfo', {
      ...echo(request),
      rpCode: OK,
      systemName,
      gatewayName: GATEWAYS,
      gatewayUri: GATEWAYS.map(() => client.world.uri()),
    });
  },
  RequestLogin: logIn,
};

/** On every plant, once logged in. */
export const COMMON_RESPONSES: Handlers = {
  ...OPENING_RESPONSES,
  RequestHeartbeat: heartbeat,
  /** The response to a heartbeat of ours. */
  ResponseHeartbeat: () => undefined,
  RequestLogout(client, request) {
    client.send('ResponseLogout', { ...echo(request), rpCode: OK });
    client.leave();
  },
};
