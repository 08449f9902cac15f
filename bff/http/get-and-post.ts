import type * as z from 'zod/mini';
import { forbidden, RefusedError } from '#domain/core/problem.ts';
import { type Route, route } from './route.ts';

/**
 * Declares a call that changes something and has to be a GET, because older clients make it so. The web app uses the POST
 * with the same path. The GET needs the header `x-user-id`, which no link, image or form can send.
 *
 * @returns both routes.
 */
export const getAndPost = <
  P extends z.core.$ZodType = z.core.$ZodType<unknown>,
  Q extends z.core.$ZodType = z.core.$ZodType<unknown>,
>(
  definition: Omit<Parameters<typeof route<P, Q>>[0], 'method' | 'body'>,
): readonly Route[] => {
  const { handle } = definition;
  return [
    route<P, Q>({ ...definition, method: 'post' }),
    route<P, Q>({
      ...definition,
      method: 'get',
      limit: definition.limit ?? 'command',
      summary: `${definition.summary}; as a GET only with the header x-user-id`,
      handle: async (request) => {
        if (request.c.req.header('x-user-id') === undefined) throw new RefusedError(forbidden('user.id-needed'));
        return await handle(request);
      },
    }),
  ];
};
