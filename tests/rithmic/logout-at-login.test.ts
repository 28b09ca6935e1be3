import { createWireCodec, frameOf, openRithmicFeed, RITHMIC_MESSAGES, SystemList } from '@undertow/feeds';
import { expect, test } from 'vitest';
import { ES } from './gateway-rig.ts';
import { ScriptedGateway } from './scripted-gateway.ts';

test('a forced logout that comes in one read with the response to the login is a session limit', async () => {
  const codec = createWireCodec(RITHMIC_MESSAGES);
  const gateway = await ScriptedGateway.start();
  gateway.script.RequestLogin = (peer, { userMsg = [] }) =>
    peer.raw(
      Buffer.concat([
        frameOf(codec.encode('ResponseLogin', { userMsg, rpCode: ['0'], heartbeatInterval: 30 })),
        frameOf(codec.encode('ForcedLogout', {})),
      ]),
    );
  const opening = openRithmicFeed({
    gateway: gateway.address,
    credentials: async () => ({ user: 'alice', password: Buffer.from('x') }),
    instruments: [ES],
    nowMs: Date.now,
    random: Math.random,
    onState: () => undefined,
    onAccount: () => undefined,
    systems: new SystemList(),
  });
  await expect(opening).rejects.toMatchObject({ fault: 'session_limit' });
  await gateway.close();
});
