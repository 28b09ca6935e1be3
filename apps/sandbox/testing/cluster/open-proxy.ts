/** A proxy with upstreams for one test, which closes them with `closeProxies`. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type RunningProxy, startProxy } from '#cluster/proxy/start-proxy.ts';
import { startUpstream, type TestUpstream } from './upstream.ts';

const TIMES = { checkEveryMs: 40, checkWithinMs: 200, tryForMs: 400, tryEveryMs: 20 };

const open: { close(): Promise<unknown> }[] = [];

export async function closeProxies(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

/** Is closed with the proxies. */
export function closeLater(close: () => Promise<unknown>): void {
  open.push({ close });
}

export async function openUpstream(...input: Parameters<typeof startUpstream>): Promise<TestUpstream> {
  const started = await startUpstream(...input);
  closeLater(() => started.kill());
  return started;
}

export async function openProxy(...upstreams: readonly { readonly port: number }[]): Promise<RunningProxy> {
  const ports = upstreams.map(({ port }) => port);
  const proxy = await startProxy({ host: '127.0.0.1', port: 0, upstreams: ports }, TIMES);
  closeLater(() => proxy.close());
  return proxy;
}

/** What comes back for bytes as they are; empty where the connection was reset. */
export async function exchange({ port }: { readonly port: number }, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return text(socket).catch(() => '');
}
