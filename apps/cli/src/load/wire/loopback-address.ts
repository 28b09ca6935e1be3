/** Where load may be sent: addresses of this machine and nothing else. */
import { InputError, UsageError } from '#terminal/terminal.ts';

export interface LoopbackAddress {
  /** Scheme, host and port as they were written. */
  readonly origin: string;
  /** What `Host` says. */
  readonly authority: string;
  /** What is connected to: a literal address, so that no name server decides where the load goes. */
  readonly host: string;
  readonly port: number;
}

const IPV4 = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

function hostOf(hostname: string): string | null {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return '127.0.0.1';
  if (IPV4.test(hostname)) return hostname;
  return hostname === '[::1]' ? '::1' : null;
}

function addressOf(text: string): LoopbackAddress | string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:') return `an address such as http://127.0.0.1:3000, got ${text}`;
  const host = hostOf(url.hostname);
  if (host === null)
    return `an address of this machine (localhost, 127.0.0.0/8 or ::1): load is sent nowhere else, got ${text}`;
  return { origin: url.origin, authority: url.host, host, port: Number(url.port || 80) };
}

/** The address of `--url`; any other machine is refused. */
export function loopbackAddress(text: string): LoopbackAddress {
  const address = addressOf(text);
  if (typeof address === 'string') throw new UsageError(`expected ${address} for --url`);
  return address;
}

/** Where a redirect of the sign-in leads: an issuer elsewhere is refused too. */
export function redirectedAddress(text: string): LoopbackAddress {
  const address = addressOf(text);
  if (typeof address === 'string') throw new InputError(`sign-in leads elsewhere: expected ${address}`);
  return address;
}

const PER_BYTE = 250;

/**
 * An address of their own for each person, as people have: the product limits what comes from one. Only Linux answers to all of
 * 127.0.0.0/8; undefined elsewhere.
 */
export function addressOfPerson(number: number, { host }: LoopbackAddress): string | undefined {
  if (process.platform !== 'linux' || host === '::1') return undefined;
  const [high, low] = [Math.floor(number / PER_BYTE) % PER_BYTE, number % PER_BYTE];
  return `127.77.${high + 1}.${low + 1}`;
}
