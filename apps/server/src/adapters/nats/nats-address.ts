/** The address of NATS in the settings: one server or several, with the user and password for all of them. */

export interface NatsAddress {
  /** `host:port`. */
  readonly servers: readonly string[];
  readonly user?: string;
  readonly password?: string;
  /** True where the address requires TLS (`tls://`). */
  readonly isEncrypted: boolean;
}

const SCHEMES = new Set(['nats:', 'tls:']);
const DEFAULT_PORT = '4222';

/** Reads `nats://user:password@host:4222,nats://host2:4222`; the first that names a user names that of all servers. */
export function readNatsAddress(value: string): NatsAddress {
  const parts = value.split(',').map((part) => part.trim());
  const urls = parts.map((part) => {
    const url = URL.parse(part.includes('://') ? part : `nats://${part}`);
    // The value is not repeated: it may contain a password
    if (url === null || !SCHEMES.has(url.protocol) || url.hostname === '') {
      throw new Error('expected nats://[user:password@]host:port, or several of them with commas in between');
    }
    return url;
  });
  const named = urls.find((url) => url.username !== '');
  return {
    servers: urls.map((url) => `${url.hostname}:${url.port === '' ? DEFAULT_PORT : url.port}`),
    isEncrypted: urls.some((url) => url.protocol === 'tls:'),
    ...(named === undefined
      ? {}
      : { user: decodeURIComponent(named.username), password: decodeURIComponent(named.password) }),
  };
}
