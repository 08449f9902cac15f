import { loadErrorTexts } from '../i18n/error-text.ts';
import { noResponse, ProblemError, problemOf } from './problem-error.ts';
import { forgetPosition, rememberPosition, requestHeaders, withReplay } from './request-state.ts';

/** Checks and types a response: a zod schema of domain/. */
export type ApiResponse<T> = {
  safeParse: (data: unknown) => { success: true; data: T } | { success: false; error: unknown };
};

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Returns an address with its query, such as `/api/swaggers?page=1`. Undefined, null and empty parameters are left out.
 */
export const urlOf = (path: string, query: Query = {}): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (entries.length === 0) return path;
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};

/** Returns the response, checked against its schema. Remembers the `position` of a command. */
export const readResponse = <T>(schema: ApiResponse<T>, data: unknown): T => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    console.error('A response does not match its schema', parsed.error);
    throw new ProblemError(0, 'unexpected');
  }
  const position = (parsed.data as { position?: unknown } | null)?.position;
  if (typeof position === 'string') rememberPosition(position);
  return parsed.data;
};

const sendOnce = async (
  method: string,
  url: string,
  init: RequestInit,
  headers: Record<string, string>,
): Promise<Response> => {
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      method,
      credentials: 'same-origin',
      headers: { ...requestHeaders(), ...headers },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noResponse();
  }
  if (response.ok) return response;
  const [body] = await Promise.all([
    response.text().catch(() => ''),
    // Its text is then there for whoever shows it. Nobody shows that a session is over.
    response.status === 401 || loadErrorTexts(),
  ]);
  throw problemOf(response.status, body, response.headers.get('x-correlation-id'));
};

const send = (...request: Parameters<typeof sendOnce>): Promise<Response> =>
  withReplay(() =>
    sendOnce(...request).catch((error: unknown) => {
      if (!forgetPosition(error)) throw error;
      return sendOnce(...request);
    }),
  );

/** Reads without a schema. The caller checks the result with readResponse. */
export const getUnchecked = async (path: string, query: Query = {}, signal?: AbortSignal): Promise<unknown> =>
  (await send('GET', urlOf(path, query), signal ? { signal } : {}, {})).json();

/** Reads and checks against the schema. `signal` comes from TanStack Query. */
export const get = async <T>(
  schema: ApiResponse<T>,
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<T> => readResponse(schema, await getUnchecked(path, query, signal));

export const getText = async (path: string, query: Query = {}, signal?: AbortSignal): Promise<string> =>
  (await send('GET', urlOf(path, query), signal ? { signal } : {}, {})).text();

/** Reads with a query that is too long for an address and is already JSON. */
export const ask = async <T>(
  schema: ApiResponse<T>,
  path: string,
  question: Blob,
  signal?: AbortSignal,
): Promise<T> => {
  const init: RequestInit = { body: question, ...(signal && { signal }) };
  const response = await send('POST', path, init, { 'content-type': 'application/json' });
  return readResponse(schema, await response.json());
};

export type CommandContext = Readonly<{
  /** The same for every try of one intent. The server then returns the first result again. */
  idempotencyKey: string;
  signal?: AbortSignal;
  /** Keeps the request running when its page is closed. Only for small bodies: browsers allow 64 kB. */
  keepalive?: boolean;
  /** Called with the progress of an upload, 0 to 100. */
  onProgress?: (percent: number) => void;
}>;

/** Sends a command. The body is sent as JSON, if there is one. */
export const command = async <T>(
  schema: ApiResponse<T>,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  { idempotencyKey, signal, keepalive }: CommandContext,
): Promise<T> => {
  const init: RequestInit = {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  };
  const response = await send(method, path, init, {
    'idempotency-key': idempotencyKey,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
  const text = await response.text();
  return readResponse(schema, text ? JSON.parse(text) : {});
};
