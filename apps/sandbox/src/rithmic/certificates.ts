/** Certificates of the gateway, made anew at every start: an authority of its own, and a server under it. */
import { generate } from 'selfsigned';

export interface Certificates {
  /** The authority in PEM: what a client must trust. */
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

const DAY_MS = 86_400_000;
/** A clock that is a little slow must not find a certificate of tomorrow. */
const BEFORE_MS = DAY_MS;
const VALID_MS = 365 * DAY_MS;

const isAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);

/** `hosts` are the names and addresses that the server's certificate is for. */
export async function makeCertificates(hosts: readonly string[], nowMs: number): Promise<Certificates> {
  const options = {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(nowMs - BEFORE_MS),
    notAfterDate: new Date(nowMs + VALID_MS),
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'Undertow Sandbox Authority' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: hosts[0] ?? 'localhost' }], {
    ...options,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) => (isAddress(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  });
  return { ca: authority.cert, key: server.private, cert: server.cert };
}
