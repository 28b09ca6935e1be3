/** The controls of users' own trading platforms: where a login may go, that its password comes out nowhere, and whose log it is. */
import { SERVER, type SecurityControl } from './security-control.ts';

export const CREDENTIAL_CONTROLS: readonly SecurityControl[] = [
  {
    says: 'T27 a user chooses among the operator’s gateways',
    file: 'packages/contracts/src/account/connection.ts',
    control: "  server: z.enum(RITHMIC_SERVERS).default('rithmic_paper_server')",
    without: "  server: z.string().default('rithmic_paper_server')",
    testFile: `${SERVER}/modules/connection/connection-routes.test.ts`,
    test: 'T27 only the four options exist',
  },
  {
    says: 'T27 production connects to public gateways only',
    file: `${SERVER}/config/rithmic-config.ts`,
    control: 'if (family !== 0 && production && PRIVATE',
    without: 'if (family === 1 && production && PRIVATE',
    testFile: `${SERVER}/config/rithmic-config.test.ts`,
    test: 'T27 production connects to no gateway at',
  },
  {
    says: 'T32 what is kept of a password is sealed',
    file: `${SERVER}/modules/connection/connection-supervisor.ts`,
    control: 'return seal.seal(userId, bytes);',
    without: 'return { ...seal.seal(userId, bytes), password: text };',
    testFile: 'tests/security/password-canary.test.ts',
    test: 'T32 responses, log, metrics',
  },
  {
    says: 'T32 the log leaves out what is open',
    file: `${SERVER}/logging/log.ts`,
    control: 'out.write(withoutOpenSecrets(line))',
    without: "out.write(line === '' ? withoutOpenSecrets(line) : line)",
    testFile: `${SERVER}/logging/secret-values.test.ts`,
    test: 'T32 a password in use',
  },
  {
    says: 'T33 a sealed value is bound to its user',
    file: `${SERVER}/adapters/secrets/sealed-value.ts`,
    control: `/broker_credentials/\${userId}/`,
    without: `/broker_credentials/\${userId.slice(0, 0)}/`,
    testFile: `${SERVER}/adapters/secrets/credential-seal.test.ts`,
    test: 'T33 a row that was copied to another user',
  },
  {
    says: 'T33 a password that does not open ends the attempt',
    file: `${SERVER}/modules/connection/account-feed-connection.ts`,
    control: "return this.#fail('secret_unreadable');",
    without: "return this.#tryLater('secret_unreadable');",
    testFile: `${SERVER}/modules/connection/connection-supervisor.test.ts`,
    test: 'T33 a password that was copied',
  },
  {
    says: 'T28 steps of a connection are looked for among those of their reader',
    file: `${SERVER}/adapters/storage/connections/connection-steps.ts`,
    control: '.where(eq(brokerConnectionLog.userId, userId))',
    without: '.where(eq(brokerConnectionLog.userId, brokerConnectionLog.userId))',
    testFile: `${SERVER}/modules/connection/connection-routes.test.ts`,
    test: 'T28 the log is visible to its user only',
  },
];
