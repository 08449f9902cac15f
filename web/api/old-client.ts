import type { Call } from '#domain/core/call.ts';
import * as client from './client.ts';

/** Until every call is stated in domain/. */
export type ApiResponse<T> = {
  safeParse: (data: unknown) => { success: true; data: T } | { success: false; error: unknown };
};
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

const of = (method: string, path: string, response?: ApiResponse<unknown>) =>
  ({ method: method.toLowerCase(), path, response }) as unknown as client.JsonCall;

export const urlOf = (path: string, query: Query = {}): string => client.urlOf(of('get', path), { query } as object);

export const get = async <T>(
  schema: ApiResponse<T>,
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<T> => (await client.get(of('get', path, schema), { query } as object, signal)) as T;

export const getText = (path: string, query: Query = {}, signal?: AbortSignal): Promise<string> =>
  client.getText(of('get', path) as Call, { query } as object, signal);

export const ask = async <T>(schema: ApiResponse<T>, path: string, question: Blob, signal?: AbortSignal): Promise<T> =>
  (await client.ask(of('post', path, schema), {}, question, signal)) as T;

export const command = async <T>(
  schema: ApiResponse<T>,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  context: client.CommandContext,
): Promise<T> => (await client.command(of(method, path, schema), { body } as object, context)) as T;
