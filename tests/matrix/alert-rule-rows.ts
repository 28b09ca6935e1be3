/** Rows of alert rules: own, another's, beyond the plan, and of instruments that are not the caller's. */
import { createAlertMailTokens } from '@undertow/server/src/modules/alerts/alert-mail-tokens.ts';
import { all, type MatrixRow, paid, type Request, type World } from './matrix-row.ts';

const RULES = '/api/alert-configurations';
const STOP = '/api/alert-mail/stop';

const RULE = {
  name: 'Round number',
  notificationMethod: 'in_app',
  isEnabled: true,
  instrumentIds: [1],
  condition: { kind: 'price_level', test: 'crosses', price: '4600.00' },
  sessionHours: 'any',
  coolDownSeconds: 60,
  quietHours: null,
  expiresAt: null,
};
const VOLUME = { ...RULE, condition: { kind: 'volume', multiple: 3, windowMinutes: 5 } };

/** The path of the rule that everybody begins with. */
async function ruleOf({ app }: World, userId: string, rest = ''): Promise<string> {
  const [rule] = await app.stores.alertRules.list(userId);
  return `${RULES}/${rule?.id}${rest}`;
}
const own =
  (rest = '', body?: object) =>
  async (world: World): Promise<Request> => ({
    url: await ruleOf(world, world.user?.id ?? world.other.id, rest),
    body,
  });
const others =
  (rest = '', body?: object) =>
  async (world: World): Promise<Request> => ({ url: await ruleOf(world, world.other.id, rest), body });

const CHANGE_ROWS: readonly MatrixRow[] = [
  {
    route: 'createAlertConfiguration',
    situation: 'own instrument',
    statuses: paid(201),
    crossSite: 403,
    instruments: [1],
    request: { url: RULES, body: RULE },
  },
  {
    route: 'createAlertConfiguration',
    situation: 'an instrument not in own list',
    statuses: paid(403),
    instruments: [1],
    request: { url: RULES, body: { ...RULE, instrumentIds: [5] } },
  },
  {
    route: 'createAlertConfiguration',
    situation: 'volume, which is advanced',
    statuses: [401, 403, 422, 201, 201, 403],
    instruments: [1],
    request: { url: RULES, body: VOLUME },
  },
  {
    route: 'createAlertConfiguration',
    situation: 'a price between two ticks',
    statuses: paid(422),
    instruments: [1],
    request: { url: RULES, body: { ...RULE, condition: { ...RULE.condition, price: '4600.10' } } },
  },
  {
    route: 'updateAlertConfiguration',
    situation: 'own {isEnabled}',
    statuses: all(401, 200),
    crossSite: 403,
    request: own('', { isEnabled: false }),
  },
  {
    route: 'updateAlertConfiguration',
    situation: "another's",
    statuses: all(401, 404),
    request: others('', { isEnabled: false }),
  },
  {
    route: 'updateAlertConfiguration',
    situation: 'a key that no rule has',
    statuses: all(401, 400),
    request: own('', { userId: 'x' }),
  },
  {
    route: 'deleteAlertConfiguration',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    // Neither a visitor nor another site deletes anything, so the row uses the caller's own rule
    request: own(),
  },
  { route: 'deleteAlertConfiguration', situation: "another's", statuses: all(401, 404), request: others() },
  {
    route: 'testAlertConfiguration',
    situation: 'own',
    statuses: all(401, 201),
    crossSite: 403,
    request: own('/test'),
  },
  {
    route: 'testAlertConfiguration',
    situation: "another's",
    statuses: all(401, 404),
    request: others('/test'),
  },
];

const TEMPLATE_ROWS: readonly MatrixRow[] = [
  {
    route: 'createAlertsFromTemplate',
    situation: 'own instrument',
    statuses: paid(201),
    crossSite: 403,
    instruments: [1],
    request: { url: `${RULES}/from-template`, body: { templateId: 3, instrumentIds: [1] } },
  },
  {
    route: 'createAlertsFromTemplate',
    situation: 'an instrument not in own list',
    statuses: all(401, 403),
    instruments: [1],
    request: { url: `${RULES}/from-template`, body: { templateId: 1, instrumentIds: [1, 5] } },
  },
  ...[0, 4, 'x'].map(
    (templateId): MatrixRow => ({
      route: 'createAlertsFromTemplate',
      situation: `template ${templateId}`,
      statuses: all(401, 400),
      request: { url: `${RULES}/from-template`, body: { templateId, instrumentIds: [1] } },
    }),
  ),
  {
    route: 'createAlertsFromTemplate',
    situation: 'no instrument',
    statuses: all(401, 400),
    request: { url: `${RULES}/from-template`, body: { templateId: 1, instrumentIds: [] } },
  },
];

const OTHER_ROWS: readonly MatrixRow[] = [
  {
    route: 'dryRunAlert',
    situation: 'own instrument',
    statuses: paid(200),
    crossSite: 403,
    instruments: [1],
    request: { url: `${RULES}/dry-run`, body: { rule: RULE, tradingDays: 2 } },
  },
  {
    route: 'dryRunAlert',
    situation: 'an instrument not in own list',
    statuses: paid(403),
    instruments: [1],
    request: { url: `${RULES}/dry-run`, body: { rule: { ...RULE, instrumentIds: [5] } } },
  },
  {
    route: 'stopAlertMail',
    situation: 'the token of a mail, without a session',
    statuses: all(200, 200),
    crossSite: 403,
    request: ({ app, other }) => ({
      url: `${STOP}?token=${createAlertMailTokens(app.parts.settings.cookieKey).tokenOf(other.id)}`,
    }),
  },
  {
    route: 'stopAlertMail',
    situation: 'a token that is not ours',
    statuses: all(400, 400),
    request: ({ other }) => ({ url: `${STOP}?token=${other.id}.AAAA` }),
  },
];

export const ALERT_RULE_ROWS: readonly MatrixRow[] = [...CHANGE_ROWS, ...TEMPLATE_ROWS, ...OTHER_ROWS];
