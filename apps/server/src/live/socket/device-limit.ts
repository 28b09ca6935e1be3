/** How many devices of a user may receive live data: the newest stay, of this process and, where there are several, of all. */
import { DEVICE_LIMIT_REASON } from '@undertow/contracts';
import type { LiveDevices } from '#ports/cluster/devices.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { SocketAudit } from './socket-audit.ts';
import type { SocketClient } from './socket-client.ts';

/** Between two attempts while devices cannot be counted: meanwhile sockets stay as they are. */
const AGAIN_MS = 2_000;

interface DeviceLimitInput {
  readonly clients: ConnectionRegistry;
  /** Undefined in a process that is alone. */
  readonly devices: LiveDevices | undefined;
  readonly audit: SocketAudit;
  readonly log: Log;
  entitlementOf(client: SocketClient): Promise<Entitlement>;
  refuseForNow(client: SocketClient, error: unknown): void;
}

export class DeviceLimit {
  readonly #input: DeviceLimitInput;

  constructor(input: DeviceLimitInput) {
    this.#input = input;
    input.devices?.onReturn(() => {
      const users = new Map([...input.clients.all()].map((client) => [client.user.userId, client]));
      for (const client of users.values()) this.apply(client);
    });
  }

  /** To be called once the socket is among the clients. */
  onConnect(client: SocketClient): void {
    const { devices } = this.#input;
    if (devices === undefined || client.user.view !== undefined) {
      this.apply(client);
      return;
    }
    devices.connected(client.user.sessionId).then(
      () => this.apply(client),
      (error: unknown) => this.#again(client, error, () => this.onConnect(client)),
    );
  }

  /** An outage of the store ends no socket that was allowed before it. */
  #again(client: SocketClient, error: unknown, attempt: () => void): void {
    const { clients, log } = this.#input;
    log.warn({ err: error, userId: client.user.userId }, 'devices not counted, trying again');
    setTimeout(() => {
      if (clients.ofUser(client.user.userId).includes(client)) attempt();
    }, AGAIN_MS).unref();
  }

  /** To be called once the socket is no longer among the clients. */
  onClose({ user: { sessionId, view } }: SocketClient): void {
    const { devices, clients, log } = this.#input;
    if (devices === undefined || view !== undefined) return;
    if (clients.ofSession(sessionId).some((client) => client.user.view === undefined)) return;
    devices
      .gone(sessionId)
      .catch((error: unknown) => log.warn({ err: error }, 'a device was not signed off'));
  }

  /** Closes the sockets of the client's user that are beyond what the plan allows. */
  apply(client: SocketClient): void {
    const { entitlementOf, refuseForNow } = this.#input;
    entitlementOf(client).then(
      (entitlement) =>
        this.#closeSurplus(entitlement).catch((error: unknown) =>
          this.#again(client, error, () => this.apply(client)),
        ),
      (error: unknown) => refuseForNow(client, error),
    );
  }

  async #closeSurplus({ userId, rules }: Entitlement): Promise<void> {
    const { clients, devices, audit } = this.#input;
    const everywhere = devices === undefined ? [] : await devices.newestFirst(userId);
    const surplus = clients.surplus(userId, rules.liveDevices, everywhere);
    if (surplus.length === 0) return;
    const here = clients.sessionsOf(userId);
    for (const client of surplus) {
      clients.remove(client);
      client.endSession(DEVICE_LIMIT_REASON);
    }
    const moved = here.size - clients.sessionsOf(userId).size;
    const before = new Set([...here, ...everywhere]).size;
    audit(userId, 'socket.device-limit', { devices: before, moved, allowed: rules.liveDevices });
  }
}
