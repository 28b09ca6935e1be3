/**
 * The settings of users' own Rithmic accounts: their schemas for `config.ts`, and the combinations that are refused.
 */
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import type { CredentialKeys } from '#ports/credentials.ts';
import { isLoopbackUrl } from './web-address.ts';

const KEYS_EXPECTED = 'expected k1=…: a name and 32 random bytes as 64 hexadecimal digits, the newest first';
const CA_EXPECTED = 'expected a file of certificates in PEM';

/** Addresses that no public gateway has. */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6');

function keysOf(text: string): CredentialKeys | null {
  const keys = new Map<string, Uint8Array>();
  for (const pair of text.split(',')) {
    const [, name = '', hex = ''] = /^([a-z0-9]{1,16})=([0-9a-f]{64})$/i.exec(pair.trim()) ?? [];
    if (name === '' || keys.has(name)) return null;
    keys.set(name, Buffer.from(hex, 'hex'));
  }
  const values = [...keys.values()].map((key) => Buffer.from(key).toString('hex'));
  return new Set(values).size === values.length ? keys : null;
}

const keys = z.string().transform((text, context) => {
  const parsed = keysOf(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: KEYS_EXPECTED });
  return z.NEVER;
});

const gateway = z.string().refine((text) => URL.canParse(text) && isGateway(new URL(text)), {
  message: 'expected wss://HOST:PORT, without user, path or query',
});

function isGateway(url: URL): boolean {
  const { protocol, username, password, pathname, search, hash } = url;
  return (
    protocol === 'wss:' && [username, password, search, hash].every((part) => part === '') && pathname === '/'
  );
}

const textSetting = (fallback: string) => z.string().min(1).max(200).default(fallback);

/** The settings of users' own Rithmic accounts, all of them optional: without gateways no user can connect one here. */
export const RITHMIC_SHAPE = {
  RITHMIC_PAPER_GATEWAY: gateway.optional(),
  RITHMIC_LIVE_GATEWAY: gateway.optional(),
  RITHMIC_PAPER_SYSTEM: textSetting('Rithmic Paper Trading'),
  RITHMIC_LIVE_SYSTEM: textSetting('Rithmic 01'),
  RITHMIC_APP_NAME: textSetting('Undertow'),
  RITHMIC_APP_VERSION: textSetting('1.0'),
  RITHMIC_CA_FILE: z.string().min(1).optional(),
  CREDENTIAL_KEYS: keys.optional(),
  OWN_DATA: z.enum(['store', 'forbid'], { message: 'expected store or forbid' }).default('store'),
};

const rithmicSchema = z.object(RITHMIC_SHAPE);
type RithmicSettings = z.output<typeof rithmicSchema>;

export interface RithmicConfig {
  /** Addresses by the options of a user: the server connects to no others. */
  readonly gateways: { readonly rithmic_paper_server: string; readonly rithmic_live_server: string };
  readonly systems: { readonly rithmic_paper_domain: string; readonly rithmic_live_domain: string };
  readonly appName: string;
  readonly appVersion: string;
  /** Certificates of the authority in PEM; null for those of the system. */
  readonly ca: string | null;
  readonly keys: CredentialKeys;
}

/** Where this server runs: a gateway on this machine is for a server on this machine. */
export interface RithmicPlace {
  readonly publicOrigin: string;
  readonly production: boolean;
}

function addressFault(name: string, address: string, { publicOrigin, production }: RithmicPlace) {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const isHere = isLoopbackUrl(address) || host.endsWith('.localhost') || /^127\./.test(host);
  if (isHere && !isLoopbackUrl(publicOrigin))
    return [`${name} ${address}: a gateway on this machine is for a PUBLIC_ORIGIN on this machine`];
  if (family !== 0 && production && PRIVATE.check(host, family === 6 ? 'ipv6' : 'ipv4'))
    return [`${name} ${address}: expected a public address in production`];
  return [];
}

function readCa(path: string | undefined): {
  readonly ca: string | null;
  readonly faults: readonly string[];
} {
  if (path === undefined) return { ca: null, faults: [] };
  try {
    const ca = readFileSync(path, 'utf8');
    if (ca.includes('-----BEGIN CERTIFICATE-----')) return { ca, faults: [] };
    return { ca: null, faults: [`RITHMIC_CA_FILE ${path}: ${CA_EXPECTED}`] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ca: null, faults: [`RITHMIC_CA_FILE ${path}: ${CA_EXPECTED} (${code})`] };
  }
}

/**
 * The settings of users' own accounts, null without gateways, or a sentence for each fault. One gateway of the two, or
 * gateways
 * without keys, are mistakes and refused.
 */
export function rithmicOf(
  settings: RithmicSettings,
  place: RithmicPlace,
): { readonly rithmic: RithmicConfig | null; readonly faults: readonly string[] } {
  const { RITHMIC_PAPER_GATEWAY: paper, RITHMIC_LIVE_GATEWAY: live, CREDENTIAL_KEYS } = settings;
  if (paper === undefined && live === undefined) return { rithmic: null, faults: [] };
  const { ca, faults: caFaults } = readCa(settings.RITHMIC_CA_FILE);
  const faults = [...caFaults];
  if (paper === undefined) faults.push('RITHMIC_PAPER_GATEWAY is not set, expected both gateways or none');
  else faults.push(...addressFault('RITHMIC_PAPER_GATEWAY', paper, place));
  if (live === undefined) faults.push('RITHMIC_LIVE_GATEWAY is not set, expected both gateways or none');
  else faults.push(...addressFault('RITHMIC_LIVE_GATEWAY', live, place));
  if (CREDENTIAL_KEYS === undefined) faults.push(`CREDENTIAL_KEYS is not set, ${KEYS_EXPECTED}`);
  if (faults.length > 0 || !paper || !live || !CREDENTIAL_KEYS) return { rithmic: null, faults };
  const rithmic = {
    gateways: { rithmic_paper_server: paper, rithmic_live_server: live },
    systems: {
      rithmic_paper_domain: settings.RITHMIC_PAPER_SYSTEM,
      rithmic_live_domain: settings.RITHMIC_LIVE_SYSTEM,
    },
    appName: settings.RITHMIC_APP_NAME,
    appVersion: settings.RITHMIC_APP_VERSION,
    ca,
    keys: CREDENTIAL_KEYS,
  };
  return { rithmic, faults };
}
