/** Offers the journeys the market that products begin with, which is made while other tests run, and one warm product. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { storedMarket } from './stored-market.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the main process answers for the products of the run. */
    readonly journeyProducts: string;
  }
}

class JourneyProducts {
  readonly #end = new AbortController();
  /** Begun before anybody requests it: making it takes one core for a minute, and the first journeys would wait. */
  readonly #market = storedMarket(this.#end.signal);
  #warm: Promise<Product> | undefined;

  constructor() {
    // Whoever requests it gets the error
    this.#market.catch(() => undefined);
  }

  warm(): Promise<Product> {
    // As behind a proxy: so many visitors of one address would be refused
    const env = { SIM_INSTRUMENTS: 'ES', SIM_SCENARIO: 'journey', TRUST_PROXY: '1' };
    this.#warm ??= this.#market.then((past) => startProduct({ seed: 7, past, env }));
    return this.#warm;
  }

  async respond(path: string): Promise<unknown> {
    if (path === '/market') return { folder: await this.#market };
    const { origin, stripe, mailbox, output } = await this.warm();
    return path === '/output' ? { output: output() } : { origin, stripe, mailbox };
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#market.catch(() => undefined);
    const product = await this.#warm?.catch(() => undefined);
    await product?.stop();
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const products = new JourneyProducts();
  const server = createServer((request, response) => {
    products.respond(request.url ?? '/').then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  project.provide('journeyProducts', `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    await products.close();
  };
}
