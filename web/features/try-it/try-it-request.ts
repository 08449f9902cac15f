import { sentPath } from '#domain/deployment/base-path.ts';
import type { TryItBody, TryItOperation, TryItParameter } from '#domain/try-it/schema.ts';

/** The filled-in values by place and name of the parameter. */
export type Filled = Readonly<Record<string, string>>;

export const keyOf = ({ in: place, name }: Pick<TryItParameter, 'in' | 'name'>): string => `${place} ${name}`;

/**
 * Returns the values that the description proposes. Optional parameters stay empty, so that the first call is simple.
 */
export const proposed = ({ parameters }: TryItOperation): Filled =>
  Object.fromEntries(parameters.map((parameter) => [keyOf(parameter), parameter.required ? parameter.example : '']));

/** Returns the required parameters that are still empty. */
export const missingIn = ({ parameters }: TryItOperation, filled: Filled): TryItParameter[] =>
  parameters.filter((parameter) => parameter.required && !filled[keyOf(parameter)]);

/** Returns whether a call has a body. GET and HEAD never have one, whatever the description says. */
export const takesBody = ({ method, body }: TryItOperation): boolean =>
  body !== null && method !== 'GET' && method !== 'HEAD';

/**
 * Returns the call for the portal: path and query filled in and encoded, headers, and the body with its type.
 *
 * @param prefix the part of the path that the deployment adds before a path of the description.
 */
export const tryItRequest = (operation: TryItOperation, filled: Filled, body: string, prefix = ''): TryItBody => {
  const { method, path, parameters } = operation;
  const at = (place: TryItParameter['in']) =>
    parameters.flatMap((parameter) => {
      const value = filled[keyOf(parameter)];
      return parameter.in === place && value ? [{ name: parameter.name, value }] : [];
    });
  const values = new Map(at('path').map(({ name, value }) => [name, value]));
  const parts = `${prefix}${sentPath(path)}`
    .split(/(\{[^{}]+\})/)
    .map((part) =>
      part.startsWith('{') && part.endsWith('}')
        ? encodeURIComponent(values.get(part.slice(1, -1)) ?? '')
        : encodeURI(part),
    );
  const query = new URLSearchParams(at('query').map(({ name, value }): [string, string] => [name, value])).toString();
  const described = at('header');
  const isDescribed = (header: string) => described.some(({ name }) => name.toLowerCase() === header.toLowerCase());
  const sent = takesBody(operation) && body !== '' ? body : null;
  return {
    method,
    path: parts.join('') + (query && `?${query}`),
    // A header of the description replaces the default header.
    headers: [
      ...[
        { name: 'Accept', value: 'application/json, */*' },
        ...(sent !== null && operation.body ? [{ name: 'Content-Type', value: operation.body.contentType }] : []),
      ].filter(({ name }) => !isDescribed(name)),
      ...described,
    ],
    body: sent,
  };
};
