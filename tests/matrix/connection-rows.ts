/** Rows of users' own trading platforms. */
import { all, type MatrixRow, type Request, type World } from './matrix-row.ts';

const CONNECTION_BODY = {
  username: 'u',
  password: 'p',
  server: 'rithmic_paper_server',
  domain: 'rithmic_paper_domain',
  system: null,
} as const;
const CONNECTION_URL = '/api/rithmic-connection';
const LOG_URL = `${CONNECTION_URL}/log`;
const DISCONNECT_URL = '/api/user/rithmic-connection/disconnect';

/** Stored for the caller, so that there is a connection to test and to end. */
async function saved({ app, user }: World, url: string): Promise<Request> {
  if (user !== null) await app.parts.connectionSupervisor?.save(user.id, CONNECTION_BODY, 'request');
  return { url };
}

export const CONNECTION_ROWS: readonly MatrixRow[] = [
  {
    route: 'getRithmicConnection',
    situation: 'never set',
    statuses: all(401, 200),
    request: { url: CONNECTION_URL },
  },
  {
    route: 'getRithmicConnection',
    situation: 'saved',
    statuses: all(401, 200),
    request: (world) => saved(world, CONNECTION_URL),
  },
  {
    route: 'listConnectionLog',
    situation: 'never set',
    statuses: all(401, 200),
    request: { url: LOG_URL },
  },
  {
    route: 'listConnectionLog',
    situation: 'saved',
    statuses: all(401, 200),
    request: (world) => saved(world, LOG_URL),
  },
  {
    route: 'saveRithmicConnection',
    situation: 'valid',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: CONNECTION_URL, body: CONNECTION_BODY },
  },
  {
    route: 'saveRithmicConnection',
    situation: 'for somebody else',
    statuses: all(401, 400),
    request: ({ other }) => ({ url: CONNECTION_URL, body: { ...CONNECTION_BODY, userId: other.id } }),
  },
  ...(['username', 'password'] as const).flatMap((name): MatrixRow[] => [
    {
      route: 'saveRithmicConnection',
      situation: `${name} empty`,
      statuses: all(401, 400),
      crossSite: 403,
      request: { url: CONNECTION_URL, body: { ...CONNECTION_BODY, [name]: '' } },
    },
    {
      route: 'saveRithmicConnection',
      situation: `${name} missing`,
      statuses: all(401, 400),
      request: { url: CONNECTION_URL, body: { ...CONNECTION_BODY, [name]: undefined } },
    },
  ]),
  ...(['server', 'domain'] as const).map(
    (name): MatrixRow => ({
      route: 'saveRithmicConnection',
      situation: `${name} is an address`,
      statuses: all(401, 400),
      crossSite: 403,
      request: { url: CONNECTION_URL, body: { ...CONNECTION_BODY, [name]: 'http://169.254.169.254' } },
    }),
  ),
  {
    route: 'testRithmicConnection',
    situation: 'saved',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => saved(world, `${CONNECTION_URL}/test`),
  },
  {
    route: 'testRithmicConnection',
    situation: 'nothing saved',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: `${CONNECTION_URL}/test` },
  },
  {
    route: 'resumeRithmicConnection',
    situation: 'saved',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => saved(world, `${CONNECTION_URL}/resume`),
  },
  {
    route: 'resumeRithmicConnection',
    situation: 'nothing saved',
    statuses: all(401, 409),
    crossSite: 403,
    request: { url: `${CONNECTION_URL}/resume` },
  },
  {
    route: 'listRithmicSystems',
    situation: 'of a server',
    statuses: all(401, 200),
    request: { url: `${CONNECTION_URL}/systems?server=rithmic_live_server` },
  },
  {
    route: 'listRithmicSystems',
    situation: 'of an address',
    statuses: all(401, 400),
    request: { url: `${CONNECTION_URL}/systems?server=http://169.254.169.254` },
  },
  {
    route: 'disconnectRithmic',
    situation: 'saved',
    statuses: all(401, 200),
    crossSite: 403,
    request: (world) => saved(world, DISCONNECT_URL),
  },
  {
    route: 'disconnectRithmic',
    situation: 'nothing saved',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: DISCONNECT_URL },
  },
];
