/** Thread of the embedded database: opens the engine on its folder and responds to one request after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import type { EngineRequest, EngineResponse } from './engine-messages.ts';

const port = parentPort;
if (port === null) throw new Error('expected to run as a thread of the server');

const post = (response: EngineResponse): void => {
  port.postMessage(response, 'bytes' in response ? [response.bytes.buffer] : []);
};

const failed = (error: unknown): EngineResponse => ({
  kind: 'failed',
  message: error instanceof Error ? error.message : String(error),
});

const opening = openEngine({ folder: workerData as string });

async function respond(request: EngineRequest): Promise<EngineResponse> {
  const engine = await opening;
  switch (request.kind) {
    case 'exec':
      return { kind: 'bytes', bytes: await engine.exec(request.bytes) };
    case 'dump':
      return { kind: 'dumped', archive: await engine.dump() };
    case 'close':
      await engine.close();
      return { kind: 'closed' };
  }
}

let last: Promise<void> = opening.then(
  () => post({ kind: 'opened' }),
  (error: unknown) => post(failed(error)),
);
port.on('message', (request: EngineRequest) => {
  last = last.then(() => respond(request)).then(post, (error: unknown) => post(failed(error)));
});
