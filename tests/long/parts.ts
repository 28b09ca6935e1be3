/** Parts of the long tests: files that run with their full counts (`LONG_TESTS=1`), each part below 80 minutes on two cores. */

export interface LongPart {
  /** What is proved at full counts. */
  readonly covers: string;
  /** Paths from the root. */
  readonly files: readonly string[];
}

export const MAX_MINUTES = 80;

export const LONG_PARTS: Readonly<Record<string, LongPart>> = {
  parsers: {
    covers: 'a million damaged tables for the reader of every platform',
    files: ['packages/journal/src/import/parser-fuzz.test.ts'],
  },
  files: {
    covers: 'damaged files, texts and exports, and every platform’s layout there and back',
    files: [
      'packages/journal/src/read/tables/text-fuzz.test.ts',
      'packages/journal/src/read/files/read-fuzz.test.ts',
      'packages/journal/src/import/split-exports.test.ts',
      'packages/journal/src/import/import-fuzz.test.ts',
      'packages/journal/src/platforms/registry/futures-roundtrip.test.ts',
      'packages/journal/src/platforms/registry/desktop-roundtrip.test.ts',
    ],
  },
  insights: {
    covers: 'a thousand simulated traders with and without each habit',
    files: ['packages/journal/src/insights/generation/simulated-traders.test.ts'],
  },
  market: {
    covers:
      'stylised facts of 24 seeds, faulty streams, a million rows of the gateway with cuts, more hours of planted levels, whole sessions, trainings, evaluations of recordings, the demo',
    files: [
      'packages/simulator/src/session/stylised-facts.test.ts',
      'packages/simulator/src/session/session.test.ts',
      'packages/simulator/src/agents/directional/level-memory.test.ts',
      'packages/feeds/src/sync/faulty-stream.test.ts',
      'packages/feeds/src/rithmic/depth/order-flow.test.ts',
      'packages/feeds/src/rithmic/depth/price-ages.test.ts',
      'packages/feeds/src/rithmic/wire/wire-codec.test.ts',
      'packages/detection/src/detectors/iceberg/iceberg-invariants.test.ts',
      'packages/detection/src/pipeline/simulated-session.test.ts',
      'tests/rithmic/chaos.long.test.ts',
      'tests/databento/chaos.test.ts',
      'tests/databento/roll.test.ts',
      'apps/sandbox/src/rithmic/gateway/reconnecting-client.test.ts',
      'apps/cli/src/commands/record-demo.long.test.ts',
      'apps/cli/src/commands/train.long.test.ts',
      'apps/cli/src/evaluation-of-recordings/evaluate-recordings.long.test.ts',
    ],
  },
  kills: {
    covers:
      'hundreds of kills of database, backup, import, alerts, recording and rotation, PostgreSQL lost ten times',
    files: [
      'tests/faults/killed-database.test.ts',
      'tests/faults/killed-rotation.long.test.ts',
      'tests/faults/killed-backup.long.test.ts',
      'apps/server/src/adapters/backup/backup-commands.test.ts',
      'tests/faults/killed-import.test.ts',
      'tests/faults/killed-alerts.test.ts',
      'tests/faults/killed-webhooks.test.ts',
      'tests/faults/killed-recording.test.ts',
      'tests/faults/suspended-owner.test.ts',
      'tests/faults/lost-postgres.long.test.ts',
      'tests/faults/failed-statements.long.test.ts',
    ],
  },
  cluster: {
    covers:
      'fifty kills of the owner of an instrument, a minute without it, without NATS and without PostgreSQL; processes cut off from NATS, a slow and lossy network, clocks that jump, full disks',
    files: ['tests/cluster/cluster-kills.long.test.ts', 'tests/cluster/cluster-faults.long.test.ts'],
  },
  billing: {
    covers: 'thousands of histories, quotes and kills between statements, and lives of subscriptions',
    files: [
      'tests/faults/killed-billing.long.test.ts',
      'tests/billing/proration.test.ts',
      'tests/billing/ledger-conformance.test.ts',
      'tests/billing/convergence.test.ts',
      'tests/matrix/subscription-states.long.test.ts',
      'apps/sandbox/src/stripe/subscriptions/random-lifecycle.test.ts',
    ],
  },
  server: {
    covers:
      'hostile bodies, sealed values without a repeated nonce, tiers in SQL, limits under races, roles of PostgreSQL, passwords in the heap, other zones and languages, every port of the sandbox taken, a start without a market',
    files: [
      'apps/server/src/assembly/app.test.ts',
      'apps/server/src/commands/database-roles.long.test.ts',
      'apps/sandbox/src/open-services.test.ts',
      'apps/server/src/adapters/secrets/credential-seal.test.ts',
      'apps/server/src/adapters/storage/tiers/tier-sql.test.ts',
      'apps/server/src/adapters/storage/accounts/accounts.test.ts',
      'apps/server/src/adapters/storage/audit/audit-verify.test.ts',
      'apps/server/src/adapters/storage/cluster/fence.test.ts',
      'apps/server/src/adapters/storage/jobs/job-queue.test.ts',
      'apps/server/src/adapters/storage/market/event-history.test.ts',
      'tests/matrix/server-role.long.test.ts',
      'tests/product/no-market.long.test.ts',
      'tests/security/password-heap.long.test.ts',
      'tests/faults/foreign-machine.long.test.ts',
    ],
  },
  line: {
    covers:
      'the delay of Basic by exchange time and by receipt and while clocks jump, a flood of alerts, damaged and own recordings, the past of an account’s feed, events of two markets from their tapes',
    files: [
      'tests/line/leak-oracle.test.ts',
      'tests/line/delay-oracle.long.test.ts',
      'tests/line/alert-flood.long.test.ts',
      'tests/line/replay-faults.long.test.ts',
      'tests/line/own-recordings.long.test.ts',
      'tests/line/account-feed-past.long.test.ts',
      'tests/line/replayed-events.long.test.ts',
    ],
  },
  pages: {
    covers:
      'every page and every tab of the administration by the rules of accessibility, whole rounds of the demo',
    files: [
      'tests/journeys/accessible.test.ts',
      'tests/journeys/admin-controls.test.ts',
      'tests/journeys/demo.test.ts',
    ],
  },
  journeys: {
    covers:
      'journeys that need a market, a clock or settings of their own, the developer pages, and the pages of the sandbox',
    files: [
      'tests/journeys/admin-next-day.long.test.ts',
      'tests/journeys/connection.long.test.ts',
      'tests/journeys/backtests.long.test.ts',
      'tests/journeys/uploads.long.test.ts',
      'tests/journeys/databento.long.test.ts',
      'tests/journeys/developer-pages.long.test.ts',
      'tests/journeys/hosted-billing.long.test.ts',
      'tests/journeys/own-market.long.test.ts',
      'tests/journeys/payment-element.long.test.ts',
      'tests/journeys/plans-and-limits.test.ts',
      'tests/journeys/replayed-recording.long.test.ts',
      'tests/journeys/sandbox-mailbox.long.test.ts',
    ],
  },
  controls: {
    covers: 'every control of the security floor taken out, and its test fails',
    files: ['tests/security/removed-controls.test.ts'],
  },
};
