/** Sign-in believes only what the issuer signed for this very transaction. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IdentityProvider, IdentityUnavailable, SignInRefused } from '#ports/accounts.ts';
import {
  hmacUnderPublicKey,
  type IdToken,
  startTestIssuer,
  TEST_CLIENT,
  type TestIssuer,
} from '#testing/issuer.ts';
import { OpenIdConnect } from './open-id-connect.ts';

const CALLBACK = 'http://localhost:4999/api/callback';

let issuer: TestIssuer;
let identity: IdentityProvider;

function connect(address: string): IdentityProvider {
  return new OpenIdConnect({
    ...TEST_CLIENT,
    issuer: address,
    redirectUri: CALLBACK,
    allowHttp: true,
    onDiscoveryFailure: () => undefined,
  });
}

beforeEach(async () => {
  issuer = await startTestIssuer();
  identity = connect(issuer.address);
});
afterEach(async () => {
  identity.close();
  await issuer.close();
});

async function signIn(change: (query: URLSearchParams) => void = () => undefined) {
  const { url, transaction } = await identity.begin('/', null);
  const query = issuer.authorise(url);
  change(query);
  return identity.finish(new URL(`${CALLBACK}?${query}`), transaction);
}

const withClaims = (claims: Record<string, unknown>) => (token: IdToken) => ({
  ...token,
  claims: { ...token.claims, ...claims },
});
const seconds = () => Math.floor(Date.now() / 1000);

test('the authorisation address requests a code with PKCE S256, state and nonce', async () => {
  const { url, transaction } = await identity.begin('/settings', null);
  const query = Object.fromEntries(new URL(url).searchParams);
  expect(query).toMatchObject({
    response_type: 'code',
    client_id: 'undertow',
    redirect_uri: CALLBACK,
    code_challenge_method: 'S256',
    state: transaction.state,
    nonce: transaction.nonce,
  });
  expect(url).not.toContain(transaction.codeVerifier);
  expect(transaction.returnTo).toBe('/settings');
});

test('a good response names the user by issuer and subject', async () => {
  expect(await signIn()).toEqual({
    issuer: issuer.address,
    sub: 'person-1',
    email: 'jane@example.com',
    firstName: 'Jane',
    lastName: 'Porter',
    authAtMs: null,
  });
  expect(issuer.exchanged[0]?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
});

test('an address that nobody verified is not taken', async () => {
  issuer.forge = withClaims({ email_verified: false });
  expect((await signIn()).email).toBeNull();
  issuer.forge = withClaims({ email_verified: 'true' });
  expect((await signIn()).email).toBeNull();
});

test('invisible characters of a name are removed, and an address with them is refused', async () => {
  issuer.forge = withClaims({ given_name: '\u202eenaJ\0', name: 'Jane Porter', family_name: '\u2066 ' });
  expect(await signIn()).toMatchObject({ email: 'jane@example.com', firstName: 'enaJ', lastName: null });
  for (const email of ['\u202ejane@example.com', 'jane@example.com\0']) {
    issuer.forge = withClaims({ email });
    expect((await signIn()).email).toBeNull();
  }
});

test.each([
  ['state changed', (query: URLSearchParams) => query.set('state', 'other')],
  ['state missing', (query: URLSearchParams) => query.delete('state')],
  ['code missing', (query: URLSearchParams) => query.delete('code')],
  ['issuer changed (RFC 9207)', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
  ['issuer missing (RFC 9207)', (query: URLSearchParams) => query.delete('iss')],
  ['error response', (query: URLSearchParams) => query.set('error', 'access_denied')],
])('a response with its %s is refused', async (_what, change) => {
  await expect(signIn(change)).rejects.toThrow(SignInRefused);
});

test.each([
  ['another nonce', () => withClaims({ nonce: 'other' })],
  ['another audience', () => withClaims({ aud: 'someone-else' })],
  ['another issuer', () => withClaims({ iss: 'https://evil.example' })],
  ['an end 60 seconds ago', () => withClaims({ exp: seconds() - 60 })],
  ['no subject', () => withClaims({ sub: undefined })],
  ['an unknown key', () => (token: IdToken) => ({ ...token, header: { ...token.header, kid: 'other' } })],
])('an id token with %s is refused', async (_what, forge) => {
  issuer.forge = forge();
  await expect(signIn()).rejects.toThrow(SignInRefused);
});

test('an id token that is unsigned, wrongly signed or signed with the public key is refused', async () => {
  issuer.sign = () => '';
  issuer.forge = (token) => ({ ...token, header: { alg: 'none' } });
  await expect(signIn()).rejects.toThrow(SignInRefused);
  issuer.forge = (token) => token;
  issuer.sign = () => Buffer.alloc(64, 1).toString('base64url');
  await expect(signIn()).rejects.toThrow(SignInRefused);
  issuer.forge = (token) => ({ ...token, header: { alg: 'HS256', kid: 'test' } });
  issuer.sign = hmacUnderPublicKey(issuer.publicKey);
  await expect(signIn()).rejects.toThrow(SignInRefused);
});

test('a code works once, and not in the transaction of another browser', async () => {
  const { url, transaction } = await identity.begin('/', null);
  const callback = new URL(`${CALLBACK}?${issuer.authorise(url)}`);
  const other = await identity.begin('/', null);
  await expect(identity.finish(callback, other.transaction)).rejects.toThrow(SignInRefused);
  await identity.finish(callback, transaction);
  await expect(identity.finish(callback, transaction)).rejects.toThrow(SignInRefused);
});

test('an issuer that is down is an outage', async () => {
  const { address } = issuer;
  await issuer.close();
  const early = connect(address);
  await expect(early.begin('/', null)).rejects.toThrow(IdentityUnavailable);
  early.close();
});

test('an issuer that goes down during sign-in is an outage, not a refusal', async () => {
  const { url, transaction } = await identity.begin('/', null);
  const callback = new URL(`${CALLBACK}?${issuer.authorise(url)}`);
  await issuer.close();
  await expect(identity.finish(callback, transaction)).rejects.toThrow(IdentityUnavailable);
});

test('a fresh sign-in is requested, and refused when the issuer reused its session', async () => {
  const fromMs = Date.now();
  const freshly = async () => {
    const { url, transaction } = await identity.begin('/', fromMs);
    const query = new URL(url).searchParams;
    expect([query.get('prompt'), query.get('max_age')]).toEqual(['login', '0']);
    return identity.finish(new URL(`${CALLBACK}?${issuer.authorise(url)}`), transaction);
  };
  await expect(freshly()).rejects.toThrow(SignInRefused);
  issuer.forge = withClaims({ auth_time: seconds() - 3600 });
  await expect(freshly()).rejects.toThrow(SignInRefused);
  issuer.forge = withClaims({ auth_time: 'now' });
  await expect(freshly()).rejects.toThrow(SignInRefused);
  const authTime = seconds();
  issuer.forge = withClaims({ auth_time: authTime });
  expect((await freshly()).authAtMs).toBe(authTime * 1000);
  expect(new URL((await identity.begin('/', null)).url).searchParams.has('prompt')).toBe(false);
});
