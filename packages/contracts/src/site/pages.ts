/** The addresses of the product: public ones with title and description, and those that require a sign-in. */
import { PLANS, TRIAL_DAYS } from '#plans/plans.ts';

export interface PublicPage {
  readonly path: string;
  /** Of the browser's tab and of a card in a feed, without the product's name. */
  readonly title: string;
  readonly description: string;
  /** False: reachable, but of no use to a search engine. */
  readonly indexed: boolean;
}

const cheapest = Math.min(...PLANS.map(({ pricePence }) => pricePence)) / 100;

const page = (path: string, title: string, description: string, indexed = true): PublicPage => ({
  path,
  title,
  description,
  indexed,
});

export const PUBLIC_PAGES = [
  page(
    '/',
    'Order flow of futures, read from the exchange',
    'Undertow rebuilds the order book from the exchange’s messages and marks icebergs, absorption, stop runs and spoofing-like patterns, each with its evidence. Analysis tool only, no investment advice.',
  ),
  page(
    '/demo',
    'Demo',
    'A simulated ES chart with order book and order-flow events, to try before you subscribe. No account needed.',
  ),
  page(
    '/pricing',
    'Pricing',
    `Three monthly plans from £${cheapest}, VAT included, with a ${TRIAL_DAYS}-day free trial. What each contains, and what other tools cost by their public list prices.`,
  ),
  page(
    '/register',
    'Create your account',
    'Register for Undertow: who you are, your market-data status and three agreements, then sign in.',
  ),
  page(
    '/terms',
    'Terms of Service',
    'The contract, the trading disclaimer, the risk warning, plans, cancelling and refunds, limits of liability.',
  ),
  page(
    '/privacy',
    'Privacy Policy',
    'What is kept about you, why, on which legal basis and for how long; your rights, and the cookies in use.',
  ),
  page(
    '/compliance',
    'Compliance framework',
    'What is promised about regulation, data protection, breaches, records and recovery, and what was not tried yet.',
  ),
  page(
    '/developers',
    'Developers',
    'The API of Undertow: events, evidence, the measured record and your journal for programs, with a guide, examples that run, and a reference.',
  ),
  page(
    '/whop',
    'For visitors from Whop',
    'Undertow for members of the Whop marketplace: the plans, registration and sign-in.',
  ),
  page(
    '/notices',
    'Open-source notices',
    'Every open-source package that Undertow is made of, with its licence.',
    false,
  ),
  page(
    '/alert-mail/stop',
    'Stop alert emails',
    'The page behind the link of an alert mail: one button stops them.',
    false,
  ),
  page('/subscribe', 'Subscribe', 'Choose a plan and pay by card. Sign-in is required first.', false),
] as const satisfies readonly PublicPage[];

export type PublicPath = (typeof PUBLIC_PAGES)[number]['path'];

/** Pages of developers, served when the setting DEVELOPER_PAGES is on. */
export const DEVELOPER_PATHS = ['/live-data-test', '/chart-test-dashboard'] as const;

/** A page that a link of the main navigation leads to. */
export interface LinkedPage {
  readonly path: string;
  readonly label: string;
  /** Name of a mark of the web. */
  readonly icon: string;
}

/** Pages that require a sign-in, in the order of their links; the dashboard has the landing page's path. */
export const SIGNED_IN_PAGES = [
  { path: '/ai-analytics', label: 'AI Analytics', icon: 'sliders' },
  { path: '/trade-analysis', label: 'Trade Analysis', icon: 'chart' },
  { path: '/backtests', label: 'Backtests', icon: 'flask' },
  { path: '/alerts', label: 'Alerts', icon: 'bell' },
  { path: '/history', label: 'History', icon: 'history' },
  { path: '/settings', label: 'Settings', icon: 'gear' },
] as const satisfies readonly LinkedPage[];

export type SignedInPath = (typeof SIGNED_IN_PAGES)[number]['path'];

/** Every path that requires a sign-in. */
export const SIGNED_IN_PATHS = [
  ...SIGNED_IN_PAGES.map(({ path }) => path),
  ...DEVELOPER_PATHS,
  '/admin',
] as const;

/** Pages that require a sign-in, one for each name below the path. */
export const SIGNED_IN_FOLDERS = ['/events', '/panes', '/backtests', '/admin/users'] as const;

/** The public page at a path; undefined for every other path. */
export function publicPageAt(path: string): PublicPage | undefined {
  return PUBLIC_PAGES.find((one) => one.path === path);
}
