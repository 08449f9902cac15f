import type { TryItResponse } from '#domain/try-it/schema.ts';

const mask = '••••••••';

/**
 * Removes the credential from a response. A target that echoes its request would show the key, but every view of a key
 * must be recorded (requirements E1, F3).
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
