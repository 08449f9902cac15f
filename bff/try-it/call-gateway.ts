import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher, errors } from 'undici';
import { type TryItResponse, tryItLimits } from '#domain/try-it/schema.ts';

export type GatewayCall = Readonly<{
  target: URL;
  method: Dispatcher.HttpMethod;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Ends it: `callDeadline()`, of one exchange or of several that belong together. */
  deadline: AbortSignal;
}>;

/** When a call from the portal must have come to an end (requirement D5). */
export const callDeadline = (): AbortSignal => AbortSignal.timeout(tryItLimits.milliseconds);

/** The sandbox's gateway, on this machine, signs its certificate itself. */
const isLoopback = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Headers that are between two hosts alone, and cookies: the session that one opens is nobody's to see. */
const notShown = /^(connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*|set-cookie)$/i;

/** At most so many bytes; the rest is not waited for. */
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

/** Text, or null where the bytes are none. A character that was cut in two at the end is left out. */
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
 * One exchange with a gateway: no redirect is followed, no other host is asked, and time and size have a limit
 * (requirement D5). The connection is not kept.
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
