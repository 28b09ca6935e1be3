/** An issuer for tests whose responses can be forged one field at a time. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IdToken {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

export interface TestIssuer {
  readonly address: string;
  /** Changes the claims of the next id token. */
  forge: (token: IdToken) => IdToken;
  /** Changes how it is signed. */
  sign: (input: string) => string;
  /** Requests to the token endpoint so far. */
  readonly exchanged: URLSearchParams[];
  readonly publicKey: KeyObject;
  /** Acts as the browser at the issuer: follows the authorisation URL and returns the query of the callback. */
  authorise(url: string): URLSearchParams;
  close(): Promise<void>;
}

export const TEST_CLIENT = { clientId: 'undertow', clientSecret: 'test-client-secret' };

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function makeToken(issuer: TestIssuer, nonce: string): string {
  const now = Math.floor(Date.now() / 1000);
  const { header, claims } = issuer.forge({
    header: { alg: 'ES256', kid: 'test' },
    claims: {
      iss: issuer.address,
      sub: 'person-1',
      aud: TEST_CLIENT.clientId,
      nonce,
      iat: now,
      exp: now + 300,
      email: 'jane@example.com',
      email_verified: true,
      given_name: 'Jane',
      family_name: 'Porter',
    },
  });
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${issuer.sign(input)}`;
}

function documents(issuer: TestIssuer): Readonly<Record<string, unknown>> {
  const { address, publicKey } = issuer;
  return {
    '/.well-known/openid-configuration': {
      issuer: address,
      authorization_endpoint: `${address}/auth`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    },
    '/jwks': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'ES256' }] },
  };
}

/** An HMAC under the public key, as the attack that confuses the two uses of a key. */
export function hmacUnderPublicKey(publicKey: KeyObject) {
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  return (input: string) => createHmac('sha256', pem).update(input).digest('base64url');
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const nonces = new Map<string, string>();
  const server: Server = createServer(async (request, response) => {
    const known = documents(issuer)[request.url ?? ''];
    if (known !== undefined) {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(known));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    issuer.exchanged.push(form);
    const nonce = nonces.get(form.get('code') ?? '');
    nonces.delete(form.get('code') ?? '');
    response.setHeader('content-type', 'application/json');
    if (nonce === undefined) {
      response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
      return;
    }
    const body = {
      access_token: 'at',
      token_type: 'Bearer',
      expires_in: 60,
      id_token: makeToken(issuer, nonce),
    };
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer: TestIssuer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publicKey,
    exchanged: [],
    forge: (token) => token,
    sign: (input) =>
      createSign('sha256')
        .update(input)
        .sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
        .toString('base64url'),
    authorise(url) {
      const query = new URL(url).searchParams;
      const code = randomBytes(16).toString('hex');
      nonces.set(code, query.get('nonce') ?? '');
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer.address });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
  return issuer;
}
