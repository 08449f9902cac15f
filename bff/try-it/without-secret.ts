import type { TryItResponse } from '#domain/try-it/schema.ts';

const mask = '••••••••';

/**
 * The answer without what opened the door: an upstream that echoes its request would show the key, whose every view is
 * recorded otherwise (requirements E1, F3).
 */
export const withoutSecret = (response: TryItResponse, secret: string): TryItResponse => {
  if (response.outcome !== 'answered') return response;
  const clean = (text: string): string => text.replaceAll(secret, mask);
  return {
    ...response,
    headers: response.headers.map(({ name, value }) => ({ name, value: clean(value) })),
    body: response.body === null ? null : clean(response.body),
  };
};
