/** Environment variables that connect the server to the sandbox's external services. */
import type { SandboxSettings } from '#config/config.ts';
import type { DevelopmentKeys } from '#config/development-keys.ts';
import { SAMPLE_COMPANY } from '#config/sample-company.ts';
import { CLIENT_ID } from '#identity/issuer.ts';
import { ADMIN_SUB } from '#identity/people.ts';
import { PRICE_IDS, VAT_RATE_ID } from '#stripe/state/catalogue.ts';

/** Values a start may override. */
const SAMPLE = {
  COMPANY_NAME: SAMPLE_COMPANY.name,
  COMPANY_NUMBER: SAMPLE_COMPANY.number,
  COMPANY_ADDRESS: SAMPLE_COMPANY.address,
  VAT_NUMBER: SAMPLE_COMPANY.vatNumber,
  ICO_NUMBER: SAMPLE_COMPANY.icoNumber,
  SUPPORT_EMAIL: SAMPLE_COMPANY.supportEmail,
  MAIL_FROM: 'Undertow Sandbox <hello@undertow.local>',
  // A receiver under development is on this machine
  WEBHOOK_LOOPBACK: '1',
} as const;

const PRICES = Object.entries(PRICE_IDS).map(([tier, id]) => `${tier}=${id}`);

export const WEBHOOK_PATH = '/api/webhooks/stripe';

/** Never a real key of the vendor, which is paid for by use, nor the vendor's own gateway. */
function databentoEnvironment({ databento }: SandboxSettings): NodeJS.ProcessEnv {
  return {
    DATABENTO_KEY: undefined,
    DATABENTO_KEY_FILE: databento?.keyFile,
    DATABENTO_GATEWAY: databento === null ? undefined : `127.0.0.1:${databento.livePort}`,
    DATABENTO_HISTORY: databento === null ? undefined : `http://127.0.0.1:${databento.historyPort}`,
  };
}

/** The simulated exchange keeps the timetable that the sandbox's calendar announces; other markets know nothing of it. */
function newsEnvironment({ mailboxPort, environment }: SandboxSettings): NodeJS.ProcessEnv {
  const { MARKET_FEED = 'simulated', NEWS_CALENDARS, NEWS_FEEDS } = environment;
  if (MARKET_FEED !== 'simulated' || NEWS_CALENDARS !== undefined || NEWS_FEEDS !== undefined) return {};
  const news = `http://127.0.0.1:${mailboxPort}/news`;
  return {
    SIM_NEWS: 'timetable',
    NEWS_CALENDARS: `${news}/calendar.ics`,
    NEWS_FEEDS: `${news}/headlines.rss`,
    NEWS_SECONDS: environment['NEWS_SECONDS'] ?? '15',
  };
}

/** The whole environment of the server's process. */
export function serverEnvironment(settings: SandboxSettings, keys: DevelopmentKeys): NodeJS.ProcessEnv {
  return {
    ...SAMPLE,
    ...settings.environment,
    ...newsEnvironment(settings),
    PORT: String(settings.port),
    HOST: settings.host,
    DATA_DIR: settings.dataDir,
    PUBLIC_ORIGIN: settings.publicOrigin,
    OIDC_ISSUER: settings.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: keys.clientSecret,
    COOKIE_KEY: keys.cookieKey,
    BOOTSTRAP_ADMIN_SUB: ADMIN_SUB,
    // Never keys that happen to be in the environment: no real card is charged here
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_PUBLISHABLE_KEY: keys.stripePublishableKey,
    STRIPE_WEBHOOK_SECRETS: keys.stripeWebhookSecret,
    STRIPE_API_BASE: settings.stripe,
    STRIPE_SCRIPT_URL: `${settings.stripe}/endive/stripe.js`,
    STRIPE_PRICES: PRICES.join(','),
    STRIPE_TAX_RATE: VAT_RATE_ID,
    SMTP_URL: `smtp://127.0.0.1:${settings.smtpPort}`,
    // Never a real gateway or a real account's key, even where the environment sets them
    RITHMIC_PAPER_GATEWAY: settings.gateway,
    RITHMIC_LIVE_GATEWAY: settings.gateway,
    RITHMIC_PAPER_SYSTEM: 'Rithmic Paper Trading',
    RITHMIC_LIVE_SYSTEM: 'Rithmic 01',
    RITHMIC_CA_FILE: settings.gatewayCaFile,
    CREDENTIAL_KEYS: `k1=${keys.credentialKey}`,
    CREDENTIAL_KEYS_FILE: undefined,
    ...databentoEnvironment(settings),
  };
}
