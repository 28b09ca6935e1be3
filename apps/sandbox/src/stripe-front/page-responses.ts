/** Responses of the provider's pages, and the page shown when a call was refused. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markup } from '#pages/markup.ts';
import { type SandboxPage, sandboxPage } from '#pages/sandbox-page.ts';
import type { World } from '#stripe/state/world.ts';
import { BANNER, HOST_STYLE } from './card-host.ts';
import { ApiRefusal } from './front-api.ts';

/** Leads on to another page. */
export class Redirect {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}

/** Origins whose pages may show the provider's frames: the product's, and the provider's own. */
export function parentsOf(world: World): readonly string[] {
  return [world.settings.publicOrigin, world.origin];
}

export function sendPage(reply: FastifyReply, { html, headers }: SandboxPage, status = 200): FastifyReply {
  return reply.code(status).headers(headers).send(html);
}

function refusalPage(message: string): SandboxPage {
  const body = markup`<main><h1>This did not work</h1><p>${message}</p></main>`;
  return sandboxPage({ title: 'Undertow sandbox', banner: BANNER, style: HOST_STYLE, body });
}

/** A page, or another one; refusals of the API become a page with the reason. */
export async function respond(
  reply: FastifyReply,
  make: () => Promise<SandboxPage | Redirect>,
): Promise<FastifyReply> {
  try {
    const made = await make();
    return made instanceof Redirect ? reply.redirect(made.url, 303) : sendPage(reply, made);
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return sendPage(reply, refusalPage(error.message), error.status);
  }
}

/** A form of this origin. Throws `ApiRefusal` for forms of other sites. */
export function formOf(request: FastifyRequest): URLSearchParams {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ApiRefusal(403, 'Only the pages of the sandbox may do that.');
  return new URLSearchParams(typeof request.body === 'string' ? request.body : '');
}

export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1] ?? '');
}
