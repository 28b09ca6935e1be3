/** The sandbox's OpenID Connect issuer: the standard protocol, with a sign-in page that accepts everybody. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { DevelopmentKeys } from '#config/development-keys.ts';
import { readForm } from '#pages/read-form.ts';
import { createMemoryStores } from './memory-store.ts';
import { type Person, personOf } from './people.ts';
import { SANDBOX_TIERS, type SandboxTier, type SignInForm, signInPage } from './sign-in-page.ts';

export const CLIENT_ID = 'undertow';
const INTERACTION_SECONDS = 600;

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

export interface IssuerSettings {
  readonly issuer: string;
  readonly port: number;
  readonly host: string;
  /** Origin of the server: the only place the browser is sent back to. */
  readonly publicOrigin: string;
  readonly keys: DevelopmentKeys;
  /** Passes the chosen tier to the server; it is never a claim of a token. */
  readonly grantTier: (sub: string, tier: SandboxTier) => Promise<void>;
}

/** Prompts at every sign-in: the issuer keeps no session. */
function alwaysAsk() {
  const { Check, base } = interactionPolicy;
  const policy = base();
  policy.remove('consent');
  policy
    .get('login')
    ?.checks.add(
      new Check('always', 'every request requires a new sign-in', (ctx) =>
        ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** Everything our own client requests is granted without a consent prompt. */
async function grantAll(ctx: KoaContextWithOIDC) {
  const grant = new ctx.oidc.provider.Grant({
    clientId: ctx.oidc.client?.clientId ?? '',
    accountId: ctx.oidc.session?.accountId ?? '',
  });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

function createProvider(settings: IssuerSettings, people: ReadonlyMap<string, Person>): Provider {
  const { issuer, publicOrigin, keys } = settings;
  return new Provider(issuer, {
    adapter: createMemoryStores(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: keys.clientSecret,
        redirect_uris: [`${publicOrigin}/api/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
        // The redirect address is plain http on this machine
        application_type: new URL(publicOrigin).protocol === 'http:' ? 'native' : 'web',
        token_endpoint_auth_method: 'client_secret_basic',
        // The server requires a recent sign-in before it exports or erases everything of a person
        require_auth_time: true,
      },
    ],
    jwks: { keys: [{ ...keys.signingKey }] },
    cookies: {
      keys: [keys.issuerCookieKey],
      names: { session: 'idp', interaction: 'idp.in', resume: 'idp.re' },
    },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    // The person's claims are in the ID token: no further call is needed
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy: alwaysAsk(), url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: grantAll,
    ttl: {
      Session: 600,
      Interaction: INTERACTION_SECONDS,
      Grant: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      AccessToken: 600,
    },
    findAccount(_ctx, sub) {
      const person = people.get(sub);
      if (person === undefined) return undefined;
      const { email, givenName, familyName } = person;
      const claims = { sub, email, email_verified: true, given_name: givenName, family_name: familyName };
      return { accountId: sub, claims: async () => claims };
    },
  });
}

/** Ends the browser's session at the issuer, so that another person can sign in. */
async function forgetSession(provider: Provider, interaction: Interaction): Promise<void> {
  if (interaction.session === undefined) return;
  const session = await provider.Session.findByUid(interaction.session.uid);
  await session?.destroy();
  interaction.session = undefined;
  await interaction.save(INTERACTION_SECONDS);
}

function sendPage(response: ServerResponse, status: number, form: SignInForm, publicOrigin: string): void {
  const { html, headers } = signInPage(form, publicOrigin);
  response.writeHead(status, headers).end(html);
}

function tierOf(text: string | null): SandboxTier {
  return SANDBOX_TIERS.find((tier) => tier === text) ?? 'pro';
}

export interface RunningIssuer {
  close(): Promise<void>;
}

/** Starts the issuer. Rejects when its port is in use. */
export async function startIssuer(settings: IssuerSettings): Promise<RunningIssuer> {
  const { publicOrigin, grantTier } = settings;
  const people = new Map<string, Person>();
  const provider = createProvider(settings, people);
  const handleProtocol = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const interaction = await provider.interactionDetails(request, response);
    const { uid } = interaction;
    const form = { action: `/interaction/${uid}`, email: '', tier: 'pro' as SandboxTier, problem: null };
    if (request.method !== 'POST') return sendPage(response, 200, form, publicOrigin);
    const submitted = await readForm(request);
    const email = submitted.get('email') ?? '';
    const tier = tierOf(submitted.get('tier'));
    const person = personOf(email);
    if (person === null) {
      const problem = 'Please enter an e-mail address, for example trader@example.com.';
      return sendPage(response, 400, { ...form, email, tier, problem }, publicOrigin);
    }
    people.set(person.sub, person);
    await forgetSession(provider, interaction);
    await grantTier(person.sub, tier);
    await provider.interactionFinished(request, response, {
      login: { accountId: person.sub, remember: false },
    });
  }

  const server = createServer((request, response) => {
    const handled = request.url?.startsWith('/interaction/')
      ? interact(request, response)
      : handleProtocol(request, response);
    handled.catch((error: unknown) => {
      process.stderr.write(`sandbox sign-in: ${error instanceof Error ? error.message : error}\n`);
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
      response.end('This sign-in has expired or could not be completed. Please start again from Undertow.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  return {
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
