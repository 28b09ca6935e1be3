/** Sign-in at any OpenID Connect issuer: authorisation code with PKCE, state and nonce; one issuer, from the settings. */
import { setTimeout as wait } from 'node:timers/promises';
import { HIDDEN_CHARACTER } from '@undertow/contracts';
import * as oidc from 'openid-client';
import {
  type Identity,
  type IdentityProvider,
  IdentityUnavailable,
  SignInRefused,
  type SignInTransaction,
} from '#ports/accounts.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 30_000;
const CLOCK_TOLERANCE_SECONDS = 30;

export interface OpenIdConnectSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Only ever true for an issuer on this machine. */
  readonly allowHttp: boolean;
  readonly onDiscoveryFailure: (error: unknown) => void;
}

function discover(settings: OpenIdConnectSettings): Promise<oidc.Configuration> {
  return oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    oidc.ClientSecretBasic(settings.clientSecret),
    {
      timeout: 10,
      // The library trusts the transport for tokens it fetched itself; the signature is checked anyway
      execute: [oidc.enableNonRepudiationChecks, ...(settings.allowHttp ? [oidc.allowInsecureRequests] : [])],
    },
  );
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, 320).toWellFormed() : null;
}

/** A name without what nobody sees in it: an override would turn the sentence around it, a NUL no database keeps. */
function nameOf(value: unknown): string | null {
  return text(text(value)?.split(HIDDEN_CHARACTER).join('').trim());
}

/** An address is never cleaned up: the result could be somebody else's. */
function addressOf(value: unknown): string | null {
  const address = text(value);
  return address === null || HIDDEN_CHARACTER.test(address) ? null : address;
}

/** Seconds of the issuer's clock as milliseconds; null when it is missing. */
function authAtMsOf(claims: oidc.IDToken): number | null {
  return typeof claims.auth_time === 'number' ? claims.auth_time * 1000 : null;
}

/** Throws `SignInRefused` unless the user signed in at the issuer for this very request. */
function checkFresh(claims: oidc.IDToken, freshFromMs: number | null): void {
  if (freshFromMs === null) return;
  const authAtMs = authAtMsOf(claims);
  if (authAtMs === null || authAtMs < freshFromMs - CLOCK_TOLERANCE_SECONDS * 1000) {
    throw new SignInRefused('the issuer did not require a new sign-in');
  }
}

function identityOf(claims: oidc.IDToken): Identity {
  return {
    issuer: claims.iss,
    sub: claims.sub,
    // An address that nobody verified could be somebody else's
    email: claims['email_verified'] === true ? addressOf(claims['email']) : null,
    firstName: nameOf(claims['given_name']) ?? nameOf(claims['name']),
    lastName: nameOf(claims['family_name']),
    authAtMs: authAtMsOf(claims),
  };
}

/** Failures of the way to the issuer, as opposed to a response that must be refused. */
function isOutage(error: unknown): boolean {
  if (error instanceof oidc.ClientError) return error.code === 'OAUTH_TIMEOUT' || isOutage(error.cause);
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Starts discovery at once and repeats it with back-off until it succeeds, so that the server may start before the issuer. */
export class OpenIdConnect implements IdentityProvider {
  readonly #settings: OpenIdConnectSettings;
  readonly #stopped = new AbortController();
  #configuration: oidc.Configuration | null = null;

  constructor(settings: OpenIdConnectSettings) {
    this.#settings = settings;
    this.#discoverUntilFound().catch(settings.onDiscoveryFailure);
  }

  async begin(returnTo: string, freshFromMs: number | null): ReturnType<IdentityProvider['begin']> {
    const config = await this.#configured();
    const transaction = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
      returnTo,
      freshFromMs,
    };
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: this.#settings.redirectUri,
      scope: 'openid email profile',
      code_challenge: await oidc.calculatePKCECodeChallenge(transaction.codeVerifier),
      code_challenge_method: 'S256',
      state: transaction.state,
      nonce: transaction.nonce,
      // Both, for issuers that respect only one of them
      ...(freshFromMs === null ? {} : { prompt: 'login', max_age: '0' }),
    });
    return { url: url.href, transaction };
  }

  async finish(callbackUrl: URL, transaction: SignInTransaction): Promise<Identity> {
    const config = await this.#configured();
    try {
      const tokens = await oidc.authorizationCodeGrant(config, callbackUrl, {
        pkceCodeVerifier: transaction.codeVerifier,
        expectedState: transaction.state,
        expectedNonce: transaction.nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInRefused('the issuer sent no id token');
      checkFresh(claims, transaction.freshFromMs);
      return identityOf(claims);
    } catch (cause) {
      if (cause instanceof SignInRefused) throw cause;
      if (isOutage(cause)) throw new IdentityUnavailable('the issuer did not answer', { cause });
      throw new SignInRefused('the response of the issuer is not valid', { cause });
    }
  }

  close(): void {
    this.#stopped.abort();
  }

  async #discoverUntilFound(): Promise<void> {
    const { signal } = this.#stopped;
    for (let delayMs = FIRST_RETRY_MS; !signal.aborted; delayMs = Math.min(LAST_RETRY_MS, delayMs * 2)) {
      try {
        this.#configuration = await discover(this.#settings);
        return;
      } catch (error) {
        this.#settings.onDiscoveryFailure(error);
      }
      await wait(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The result of discovery, retried at once on demand. */
  async #configured(): Promise<oidc.Configuration> {
    if (this.#configuration !== null) return this.#configuration;
    try {
      this.#configuration = await discover(this.#settings);
      return this.#configuration;
    } catch (cause) {
      throw new IdentityUnavailable('the issuer could not be discovered', { cause });
    }
  }
}
