import type { Call } from '#domain/core/call.ts';
import { forbidden, RefusedError } from '#domain/core/problem.ts';
import { type Route, route, type Serving } from './route.ts';

/**
 * Declares a call that changes something and is a GET too, because older clients make it so. The web app uses the POST.
 * The GET needs the header `x-user-id`, which no link, image or form can send.
 *
 * @returns both routes.
 */
export const getAndPost = <C extends Call & Readonly<{ method: 'post' }>>(
  call: C,
  serving: Serving<C>,
): readonly Route[] => {
  const { handle } = serving;
  return [
    route(call, serving),
    {
      ...route(call, {
        ...serving,
        limit: serving.limit ?? 'command',
        summary: `${serving.summary}; as a GET only with the header x-user-id`,
        handle: async (request) => {
          if (request.c.req.header('x-user-id') === undefined) throw new RefusedError(forbidden('user.id-needed'));
          return await handle(request);
        },
      }),
      method: 'get',
    },
  ];
};
