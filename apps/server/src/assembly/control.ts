/**
 * The control channel for our own commands while the server holds the embedded database: loopback only, with a random
 * port and secret in the data folder.
 */
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MINUTE_MS } from '@undertow/market';
import { z } from 'zod';
import { isSameSecret } from '#crypto/mac.ts';
import type { Tiers } from '#ports/accounts.ts';

const MAX_BODY_BYTES = 4_096;
/** A first start simulates a history and answers no request meanwhile; a server that is gone refuses at once. */
const RESPONSE_TIMEOUT_MS = MINUTE_MS;

export const grantRequest = z.strictObject({
  issuer: z.string().min(1),
  sub: z.string().min(1),
  /** `none` revokes every grant: the subscription alone counts. */
  tier: z.enum(['none', 'free', 'basic', 'pro', 'elite']),
  actor: z.string().min(1).max(128),
  reason: z.string().min(1).max(500),
  expiresAtMs: z.number().int().nullable(),
});
export type GrantRequest = z.infer<typeof grantRequest>;

/** Applies a grant request to a user. */
export async function carryOutGrant(
  tiers: Pick<Tiers, 'grant' | 'withdraw'>,
  userId: string,
  { tier, expiresAtMs, ...why }: Omit<GrantRequest, 'issuer' | 'sub'>,
  nowMs: number,
): Promise<void> {
  if (tier === 'none') await tiers.withdraw({ userId, ...why }, nowMs);
  else await tiers.grant({ userId, tier, expiresAtMs, ...why }, nowMs);
}

const controlFile = z.object({ port: z.number().int(), secret: z.string() });

function pathIn(dataDir: string): string {
  return join(dataDir, 'control.json');
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export interface ControlChannel {
  close(): Promise<void>;
}

/** Opens the channel and writes its address to the file; `grant` carries out the request of a command. */
export async function openControlChannel(
  dataDir: string,
  grant: (request: GrantRequest) => Promise<void>,
): Promise<ControlChannel> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    const carryOut = async (): Promise<number> => {
      if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${secret}`)) return 401;
      if (request.method !== 'POST' || request.url !== '/grant-tier') return 404;
      const parsed = grantRequest.safeParse(await readBody(request));
      if (!parsed.success) return 400;
      await grant(parsed.data);
      return 200;
    };
    carryOut()
      .catch(() => 500)
      .then((status) => response.writeHead(status).end())
      .catch(() => response.destroy());
  });
  const port = await listen(server);
  await writeFile(pathIn(dataDir), JSON.stringify({ port, secret }), { mode: 0o600 });
  return {
    async close() {
      await rm(pathIn(dataDir), { force: true });
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** Requests a grant from a running server. False when none is running here. Throws when it refuses. */
export async function sendGrantRequest(dataDir: string, request: GrantRequest): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(pathIn(dataDir), 'utf8');
  } catch {
    return false;
  }
  const { port, secret } = controlFile.parse(JSON.parse(text));
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}/grant-tier`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
  } catch {
    // The file was left by a server that was killed
    return false;
  }
  // Another process took over the port of a killed server
  if (response.status === 401 || response.status === 404) return false;
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return true;
}
