/** Certificates of the gateway, created at every start: an authority of its own, and a server certificate under it. */
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '@undertow/market';

export interface Certificates {
  /** The authority in PEM: what a client must trust. */
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

/** Valid from a little earlier, for clients whose clock is slow. */
const BEFORE_MS = DAY_MS;
const VALID_MS = 365 * DAY_MS;
const KEYS = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' } as const;
const AUTHORITY = 'CN=Undertow Sandbox Authority';

const makeKeys = () => crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);

/** `hosts` are the names and addresses that the server's certificate is for. */
export async function makeCertificates(hosts: readonly string[], nowMs: number): Promise<Certificates> {
  const [own, servers] = await Promise.all([makeKeys(), makeKeys()]);
  const validity = {
    notBefore: new Date(nowMs - BEFORE_MS),
    notAfter: new Date(nowMs + VALID_MS),
    signingAlgorithm: SIGNED,
  };
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: AUTHORITY,
    keys: own,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(own.publicKey),
    ],
  });
  const server = await X509CertificateGenerator.create({
    ...validity,
    subject: `CN=${hosts[0] ?? 'localhost'}`,
    issuer: AUTHORITY,
    publicKey: servers.publicKey,
    signingKey: own.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await SubjectKeyIdentifierExtension.create(servers.publicKey),
      // Clients that are strict about RFC 5280 refuse a certificate that does not name its authority's key
      await AuthorityKeyIdentifierExtension.create(own.publicKey),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', servers.privateKey);
  return {
    ca: authority.toString('pem'),
    key: PemConverter.encode(key, 'PRIVATE KEY'),
    cert: server.toString('pem'),
  };
}
