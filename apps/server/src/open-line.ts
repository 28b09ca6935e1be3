/** Opens the live line over the feed of the settings. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import type { Stores } from '#adapters/storage/stores.ts';
import type { SignedIn } from '#http/session.ts';
import type { Config } from './config.ts';
import type { Bus, Clock, Entitlements, LiveViews } from './dependencies.ts';

export interface LineParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly stores: Stores;
  readonly entitlements: Entitlements;
}

export interface OpenLine {
  readonly views: LiveViews;
  readonly attachSocket: (request: IncomingMessage, socket: WebSocket, user: SignedIn) => void;
  close(): Promise<void>;
}

/** A line without instruments. */
export async function openLine(_parts: LineParts): Promise<OpenLine> {
  return {
    views: { view: () => undefined, peek: () => undefined, instrumentIds: [] },
    attachSocket: () => undefined,
    close: async () => undefined,
  };
}
