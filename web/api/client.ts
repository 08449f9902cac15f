import type * as z from 'zod/mini';
import type { Address, Answer, Call, Input } from '#domain/core/call.ts';
import { loadErrorTexts } from '../i18n/error-text.ts';
import { noResponse, ProblemError, problemOf } from './problem-error.ts';
import { forgetPosition, rememberPosition, requestHeaders, withReplay } from './request-state.ts';

/** A call that responds with JSON. */
export type JsonCall = Call & Readonly<{ response: z.ZodMiniType }>;

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the address of a call, such as `/api/swaggers?page=1`. Undefined, null and empty values of the query are left
 * out.
 */
export const urlOf = <C extends Call>({ path }: C, address: Address<C>): string => {
  const { parameters = {}, query = {} } = address as { parameters?: Values; query?: Values };
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(parameters[name])));
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  if (entries.length === 0) return filled;
  return `${filled}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};

/** Returns the response, checked against the call's schema. Remembers the `position` of a command. */
export const readResponse = <C extends JsonCall>({ response }: C, data: unknown): Answer<C> => {
  const parsed = response.safeParse(data);
  if (!parsed.success) {
    console.error('A response does not match its schema', parsed.error);
    throw new ProblemError(0, 'unexpected');
  }
  const position = (parsed.data as { position?: unknown } | null)?.position;
  if (typeof position === 'string') rememberPosition(position);
  return parsed.data as Answer<C>;
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
  const body = await response.text().catch(() => '');
  const problem = problemOf(response.status, body, response.headers.get('x-correlation-id'));
  // Its text is then there for whoever shows it.
  if (!problem.isSessionOver) await loadErrorTexts();
  throw problem;
};

const send = (...request: Parameters<typeof sendOnce>): Promise<Response> =>
  withReplay(() =>
    sendOnce(...request).catch((error: unknown) => {
      if (!forgetPosition(error)) throw error;
      return sendOnce(...request);
    }),
  );

const read = <C extends Call>(call: C, address: Address<C>, signal?: AbortSignal) =>
  send('GET', urlOf(call, address), signal ? { signal } : {}, {});

/** Reads with the place of a call alone. The caller checks the result with readResponse. */
export const getUnchecked = async <C extends Call>(
  place: Pick<C, 'method' | 'path'>,
  address: Address<C>,
  signal?: AbortSignal,
): Promise<unknown> => (await read(place as C, address, signal)).json();

/** Reads and checks against the schema. `signal` comes from TanStack Query. */
export const get = async <C extends JsonCall>(call: C, address: Address<C>, signal?: AbortSignal): Promise<Answer<C>> =>
  readResponse(call, await getUnchecked<C>(call, address, signal));

export const getText = async <C extends Call>(call: C, address: Address<C>, signal?: AbortSignal): Promise<string> =>
  (await read(call, address, signal)).text();

/** Reads with a body that is too long for an address and is already JSON. */
export const ask = async <C extends JsonCall>(
  call: C,
  address: Address<C>,
  question: Blob,
  signal?: AbortSignal,
): Promise<Answer<C>> => {
  const init: RequestInit = { body: question, ...(signal && { signal }) };
  const response = await send('POST', urlOf(call, address), init, { 'content-type': 'application/json' });
  return readResponse(call, await response.json());
};

export type CommandContext = Readonly<{
  /** The same for every try of one intent. The server then returns the first result again. */
  idempotencyKey: string;
  signal?: AbortSignal;
  /** The entry of a history that the command takes back. */
  undoes?: string;
  /** The failed operation that the command asks for anew. */
  answers?: string | undefined;
  /** Keeps the request running when its page is closed. Only for small bodies: browsers allow 64 kB. */
  keepalive?: boolean;
  /** Called with the progress of an upload, 0 to 100. */
  onProgress?: (percent: number) => void;
}>;

/**
 * Returns the headers of one intent. Its key is random and as long as the id of a trace, so it is that, too: every try of one click
 * belongs to the same trace.
 */
export const intentHeaders = ({
  idempotencyKey: key,
  undoes,
  answers,
}: Pick<CommandContext, 'idempotencyKey' | 'undoes' | 'answers'>): Record<string, string> => ({
  'idempotency-key': key,
  ...(undoes !== undefined && { 'x-undoes': undoes }),
  ...(answers !== undefined && { 'x-answers': answers }),
  ...(key.length === 32 && { traceparent: `00-${key}-${key.slice(16)}-01` }),
});

/** Sends a command. The body is sent as JSON, if there is one. */
export const command = async <C extends JsonCall>(
  call: C,
  input: Input<C>,
  { signal, keepalive, ...intent }: CommandContext,
): Promise<Answer<C>> => {
  const { body } = input as { body?: unknown };
  const init: RequestInit = {
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  };
  const response = await send(call.method.toUpperCase(), urlOf(call, input), init, {
    ...intentHeaders(intent),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
  const text = await response.text();
  return readResponse(call, text ? JSON.parse(text) : {});
};
