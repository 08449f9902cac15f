import { Agent, type Dispatcher, request } from 'undici';
import { codeOf } from '#platform/error-code.ts';
import { trusted } from './trusted.ts';

/** Milliseconds to wait for one response. */
const patience = 5_000;
/** Bytes. `GET /` of a Kong with many plugins has about 100 kB. */
const mostBytes = 4 * 1024 * 1024;

const certificateCodes = /CERT|SELF_SIGNED|LEAF_SIGNATURE|^ERR_TLS/;

/** Returns whether a call failed because the certificate of the other side is not trusted. */
export const isUntrusted = (error: unknown): boolean => certificateCodes.test(codeOf(error));

/** Returns in a few words why nothing came. */
export const reasonOf = (error: unknown): string =>
  (error as Error).name === 'TimeoutError'
    ? `no response within ${patience / 1_000} seconds`
    : codeOf(error) || (error as Error).name;

/**
 * Makes one GET on a connection of its own, and follows nobody elsewhere.
 *
 * @param authorities certificates (PEM) that are trusted besides those of this machine.
 * @throws the error of the connection.
 */
export const callOnce = async (
  url: string,
  authorities: readonly string[] | undefined,
  headers: Record<string, string> = {},
): Promise<Pick<Dispatcher.ResponseData, 'statusCode'> & { text: string }> => {
  const dispatcher = new Agent({ connect: trusted(authorities), maxResponseSize: mostBytes });
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers, signal: AbortSignal.timeout(patience) });
    return { statusCode, text: await body.text() };
  } finally {
    await dispatcher.destroy();
  }
};
