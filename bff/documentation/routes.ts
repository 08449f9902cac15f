import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'hono';
import { downloadDocumentation, getDocumentation, previewDocumentation } from '#domain/api/document-calls.ts';
import { apiFileName } from '#domain/api/file-name.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { type Description, findDescription, storedDocument } from '../api/shared/description.ts';
import { attachment, download } from '../api/shared/download.ts';
import { specResult } from '../documents/spec-job.ts';
import { loadDocument } from '../documents/spec-store.ts';
import type { BffEnv } from '../http/context.ts';
import { type Received, route } from '../http/route.ts';
import { documentationPage, documentationPolicy, documentationTag } from './page.ts';

const streamOf = (readable: Readable): ReadableStream => Readable.toWeb(readable) as ReadableStream;

/** Compresses in libuv's threads, off the event loop. Errors reach the reader of the stream. */
const compressed = (parts: Readable): Readable =>
  pipeline(parts, createGzip({ level: 1, chunkSize: 256 * 1024 }), () => undefined);

/** Browsers revalidate every time, so that nothing is shown without a session. An unchanged page is not sent again. */
const headersOf = (tag: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': documentationPolicy,
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
  etag: tag,
});

/** Responds with a page. Makes it only when the browser does not have it. */
const responsePage = async (
  c: Context<BffEnv>,
  tag: string,
  make: () => Promise<readonly Uint8Array[]>,
): Promise<Response> => {
  const headers = headersOf(tag);
  // A proxy that compresses turns the tag into a weak one.
  const known = (c.req.header('if-none-match') ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  if (known.includes(tag)) return new Response(null, { status: 304, headers });
  const page = Readable.from(await make());
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return new Response(streamOf(page), { headers });
  return new Response(streamOf(compressed(page)), { headers: { ...headers, 'content-encoding': 'gzip' } });
};

/**
 * Responds with the documentation of an API as HTML.
 *
 * @throws RefusedError 404 when there is no such API or revision, or nothing to show.
 */
const documentation = async (
  { actor, services, c }: Pick<Received, 'actor' | 'services' | 'c'>,
  description: Description | undefined,
): Promise<Response> => {
  if (!description || description.format === 'pdf') throw new RefusedError(notFound());
  return await responsePage(c, documentationTag(description.name, description.hash), async () => {
    const spec = storedDocument(services, description);
    const by = { by: actor, signal: c.req.raw.signal };
    const { bytes } = await specResult({ kind: 'embed', from: spec.format }, [spec], by);
    return documentationPage(description.name, bytes);
  });
};

export const documentationRoutes = [
  route(downloadDocumentation, {
    limit: 'document',
    action: 'api.read',
    summary: "The API's documentation as one HTML document that needs nothing else; its PDF where it has one",
    handle: async (request) => {
      const { services, parameters } = request;
      const description = await findDescription(services, parameters.id);
      if (!description) throw new RefusedError(notFound());
      // An API with a PDF: the document itself.
      const document = description.format === 'pdf' && (await loadDocument(services.pool, description.hash));
      if (document) return download(document.bytes, 'pdf', description);
      const response = await documentation(request, description);
      response.headers.set('content-disposition', attachment(apiFileName(description, 'html')));
      return response;
    },
  }),
  route(getDocumentation, {
    limit: 'document',
    action: 'api.read',
    summary: "The API's documentation, now or of an older version, as a page for a frame, in an origin of its own",
    handle: async (request) => {
      const { services, parameters, query } = request;
      return await documentation(request, await findDescription(services, parameters.id, query.revision));
    },
  }),
  route(previewDocumentation, {
    limit: 'document',
    action: 'api.read',
    summary: 'The same page without a text: the editor around it sends what is being written',
    handle: async ({ c }) =>
      await responsePage(c, documentationTag('Preview', ''), async () =>
        documentationPage('Preview', new Uint8Array()),
      ),
  }),
];
