/**
 * Grants a tier, or revokes grants: `grant-tier --sub SUB --issuer URL --tier pro|none --actor NAME --reason TEXT
 * [--expires ISO]`. Works beside a running server.
 */
import { parseArgs } from 'node:util';
import { carryOutGrant, type GrantRequest, grantRequest, sendGrantRequest } from '#assembly/control.ts';
import { readStorageConfig } from '#config/read-storage.ts';

function readGrant(): GrantRequest {
  const { values } = parseArgs({
    options: {
      sub: { type: 'string' },
      issuer: { type: 'string' },
      tier: { type: 'string' },
      actor: { type: 'string', default: 'grant-tier' },
      reason: { type: 'string' },
      expires: { type: 'string' },
    },
  });
  const { expires, ...given } = values;
  const expiresAtMs = expires === undefined ? null : Date.parse(expires);
  const parsed = grantRequest.safeParse({ ...given, expiresAtMs });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  --${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`expected --sub, --issuer, --tier and --reason:\n${lines.join('\n')}`);
}

async function grant(): Promise<void> {
  const request = readGrant();
  const settings = readStorageConfig();
  if (await sendGrantRequest(settings.dataDir, request)) return;
  // Loaded lazily: beside a running server, as at every sign-in of the sandbox, the command only sends a short request
  const [{ createClock }, { openDatabase }, { createStores }] = await Promise.all([
    import('#adapters/clock/clock.ts'),
    import('#adapters/storage/database/database.ts'),
    import('#adapters/storage/stores.ts'),
  ]);
  const database = await openDatabase(settings);
  try {
    const { users, tiers } = createStores(database.orm);
    const nowMs = createClock().nowMs();
    const { issuer, sub, ...granted } = request;
    const user = await users.ensure(issuer, sub, nowMs);
    await carryOutGrant(tiers, user.id, granted, nowMs);
  } finally {
    await database.close();
  }
}

grant().catch((error: unknown) => {
  process.stderr.write(`grant-tier: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
