import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher, errors } from 'undici';
import { type TryItResponse, tryItLimits } from '#domain/try-it/schema.ts';

export type GatewayCall = Readonly<{
  target: URL;
  method: Dispatcher.HttpMethod;
  headers: Readonly<Record<string, string>>;
  body: string | Buffer | null;
  /** Ends the call: `callDeadline()`, for one HTTP call or several that belong together. */
  deadline: AbortSignal;
}>;

/** Returns the time limit of a call from the portal (requirement D5). */
export const callDeadline = (): AbortSignal => AbortSignal.timeout(tryItLimits.milliseconds);

/** The sandbox's gateway runs on this machine and has a self-signed certificate. */
const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Hop-by-hop headers, and cookies, which may open a session. */
const notShown = /^(connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*|set-cookie)$/i;

/** Reads at most `limit` bytes and does not wait for the rest. */
const readUpTo = async (body: Dispatcher.ResponseData['body'], limit: number) => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, limit - size));
    size += part.length;
    if (size > limit) break;
  }
  return { bytes: Buffer.concat(parts), isCut: size > limit };
};

/** Returns the text, or null for binary data. Omits an incomplete character at the end. */
const textOf = (bytes: Buffer, isCut: boolean): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
};

const headersOf = (headers: Dispatcher.ResponseData['headers']) =>
  Object.entries(headers)
    .filter(([name]) => !notShown.test(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((one) => ({ name, value: one })));

/**
 * Makes one HTTP call to a gateway. Follows no redirect, calls no other host, and limits time and size (requirement D5).
 * Closes the connection.
 */
export const callGateway = async ({ target, method, headers, body, deadline }: GatewayCall): Promise<TryItResponse> => {
  const agent = new Agent({
    connections: 1,
    connectTimeout: tryItLimits.milliseconds,
    connect: { rejectUnauthorized: !isLoopback(target) },
  });
  const begun = performance.now();
  const milliseconds = () => Math.round(performance.now() - begun);
  try {
    const response = await agent.request({
      origin: target.origin,
      path: `${target.pathname}${target.search}`,
      method,
      headers,
      body,
      signal: deadline,
    });
    const { bytes, isCut } = await readUpTo(response.body, tryItLimits.response);
    return {
      outcome: 'answered',
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: textOf(bytes, isCut),
      size: bytes.length,
      isCut,
      milliseconds: milliseconds(),
    };
  } catch (error) {
    const isSlow = deadline.aborted || error instanceof errors.ConnectTimeoutError;
    return { outcome: isSlow ? 'too-slow' : 'unreachable', milliseconds: milliseconds() };
  } finally {
    await agent.destroy();
  }
};
