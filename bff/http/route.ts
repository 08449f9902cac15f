import { zValidator } from '@hono/zod-validator';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import type { Actor } from '#domain/core/actor.ts';
import { type Action, may, mayAnything, type Resource } from '#domain/core/authorization.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { smallBody } from '../input/body-limits.ts';
import { invalidInput, refuseUnstorable } from '../input/invalid.ts';
import { type LimitName, limitOf } from './call-limits.ts';
import type { BffEnv, Caller } from './context.ts';
import { limitCalls } from './limit-calls.ts';
import { withRoom } from './read-body.ts';
import type { Services } from './services.ts';
import { noBody, type TakenBody, takeBody } from './take-body.ts';

/** What a handler gets: everything validated, the caller known. */
export type Request<P, Q, B> = Readonly<{
  c: Context<BffEnv>;
  services: Services;
  caller: Caller;
  actor: Actor;
  parameters: P;
  query: Q;
  body: B;
  /** The text of the body's `document` field as UTF-8, which is empty in `body`. */
  document: Uint8Array;
}>;

/**
 * One call of the BFF. The table of them is what is mounted, what `/api/openapi.json` describes and
 * what the authorization test walks.
 *
 * @property path   as `bff/fixtures/specified-calls.tsv` writes it, with `{id}` for a parameter.
 * @property action the row of the authorization table; the handler asks it again with the thing at
 *                  hand, here it only has to be one that some signed-in user may do.
 */
export type Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> = Readonly<{
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  action: Action;
  summary: string;
  parameters?: P;
  query?: Q;
  body?: B;
  /** The field of the body that holds a document. It is read in a worker thread when it is large, and never parsed here. */
  document?: string;
  /** Bytes of the body when a document or a file comes in it; 256 kB unless told. */
  bodySize?: number;
  /** Who may never do this is told that there is no such thing, as they are of things of others. */
  hidden?: boolean;
  /** The multipart form of a route that reads its own body: its fields and what its file is called. For the description only. */
  form?: Readonly<{ fields: z.ZodType; file: string }>;
  response?: z.ZodType;
  /** The row of call-limits.ts that its calls are counted by; `query` or `command` unless told. */
  limit?: LimitName;
  handle: (request: Request<z.output<P>, z.output<Q>, z.output<B>>) => Promise<unknown>;
}>;

/** Types the handler from the schemas beside it. */
export const route = <
  P extends z.ZodType = z.ZodType<unknown>,
  Q extends z.ZodType = z.ZodType<unknown>,
  B extends z.ZodType = z.ZodType<unknown>,
>(
  definition: Route<P, Q, B>,
): Route => definition as unknown as Route;

/** Refuses like a thing that does not exist, so that another organization's is no different from none (C1). */
export const authorize = (actor: Actor, action: Action, resource: Resource = {}): void => {
  if (!may(actor, action, resource)) throw new RefusedError(notFound());
};

/** Refuses openly: the caller knows that the thing exists. */
export const authorizeOpenly = (actor: Actor, action: Action, resource: Resource = {}): void => {
  if (!may(actor, action, resource)) throw new RefusedError(refuse('forbidden', { code: 'forbidden' }));
};

const validate = (target: 'param' | 'query', schema: z.ZodType): MiddlewareHandler<BffEnv> =>
  zValidator(target, schema, (result) => {
    // A malformed id in a path is an id that does not exist.
    if (target === 'param' && !result.success) throw new RefusedError(notFound());
    if (!result.success) throw invalidInput(result.error);
    refuseUnstorable(result.data);
  }) as unknown as MiddlewareHandler<BffEnv>;

const callerOf = (c: Context<BffEnv>): Caller => {
  const caller = c.get('caller');
  if (!caller) throw new RefusedError(refuse('unauthenticated', { code: 'session.required' }));
  return caller;
};

/** Nobody learns what a body should look like before they are known: authentication comes first. */
export const requireCaller: MiddlewareHandler<BffEnv> = async (c, next) => {
  callerOf(c);
  await next();
};

/** Nobody who may not do a thing sends a body for it: it is refused before a byte of that is read. */
const requireRight =
  ({ action, body, form, hidden }: Route): MiddlewareHandler<BffEnv> =>
  async (c, next) => {
    const takesBody = body !== undefined || form !== undefined;
    if (takesBody && !mayAnything(callerOf(c).actor, action))
      throw new RefusedError(hidden ? notFound() : refuse('forbidden', { code: 'forbidden' }));
    await next();
  };

/** Mounts a route: who is it, may they, is everything valid, then the handler; an object becomes JSON. */
export const mount = (app: Hono<BffEnv>, services: Services, definition: Route): void => {
  const steps: MiddlewareHandler<BffEnv>[] = [requireRight(definition)];
  if (definition.parameters) steps.push(validate('param', definition.parameters));
  if (definition.query) steps.push(validate('query', definition.query));

  const handler: Handler<BffEnv> = async (c) => {
    const caller = callerOf(c);
    const valid = (target: 'param' | 'query') => c.req.valid(target as never) as unknown;
    const handle = async (taken: TakenBody) =>
      await definition.handle({
        c,
        services,
        caller,
        actor: caller.actor,
        parameters: definition.parameters ? valid('param') : undefined,
        query: definition.query ? valid('query') : undefined,
        ...taken,
      });
    const { body, form, bodySize = smallBody } = definition;
    const response =
      body || form
        ? await withRoom(c, caller.actor, async () =>
            handle(body ? await takeBody(c, caller.actor, { ...definition, body, bodySize }) : noBody),
          )
        : await handle(noBody);
    return response instanceof Response ? response : c.json(response as object);
  };

  app.on(
    definition.method.toUpperCase(),
    [definition.path.replace(/\{(\w+)\}/g, ':$1')],
    requireCaller,
    limitCalls(services, limitOf(definition)),
    ...steps,
    handler,
  );
};
