import { zValidator } from '@hono/zod-validator';
import type { Context, Handler, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { type Actor, stranger } from '#domain/core/actor.ts';
import { type Action, isForAnyone, may, mayAnything, type Resource } from '#domain/core/authorization.ts';
import type { Call, Given } from '#domain/core/call.ts';
import { forbidden, notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { smallBody } from '../input/body-limits.ts';
import { invalidInput, refuseUnstorable } from '../input/invalid.ts';
import { type LimitName, limitOf } from './call-limits.ts';
import type { BffEnv, Caller } from './context.ts';
import { requireFresh } from './fresh-sign-in.ts';
import { limitCalls } from './limit-calls.ts';
import { lookAgain } from './look-again.ts';
import { withRoom } from './read-body.ts';
import { recordExport, recordRefusal } from './record-call.ts';
import type { Services } from './services.ts';
import type { TableWait } from './table-wait.ts';
import { noBody, type TakenBody, takeBody } from './take-body.ts';
import { withWhy } from './with-why.ts';

/** What a handler gets: validated input and the caller. `actor` is `stranger` for a call that needs no session. */
export type Received<P = unknown, Q = unknown, B = unknown> = Readonly<{
  c: Context<BffEnv>;
  services: Services;
  caller: Caller;
  actor: Actor;
  /** The route's. */
  action: Action;
  parameters: P;
  query: Q;
  body: B;
  /** The body's document as UTF-8. Its field in `body` is empty. */
  document: Uint8Array;
}>;

/** What a handler gets of a call. */
export type ReceivedOf<C extends Call> = Received<Given<C>['parameters'], Given<C>['query'], Given<C>['body']>;

/**
 * How the BFF serves a call.
 *
 * @property action   row of the authorization table. Before the handler it is only checked whether the user may do this to
 *                    anything; the handler checks the thing itself.
 * @property why      the row by which its handler refuses a thing as missing, to ask for the reason. Default: `action`.
 * @property bodySize bytes of a body with a document or a file. Default: 256 kB.
 * @property hidden   users who may never do this get 404 instead of 403, as for other organizations' things.
 * @property fresh    whether the sign-in has to be fresh (docs/decisions/0138-fresh-sign-in.md): for each call, or for those of
 *                    which a function says so.
 * @property isRead   a POST that only reads: it sees all that was written before it came.
 * @property recordsItself an export that records more than that it was begun.
 * @property answers  a failed operation can be named that it asks for anew (bff/http/answers.ts).
 * @property limit    row of call-limits.ts. Default: `query` or `command`.
 */
export type Serving<C extends Call = Call> = Readonly<{
  action: Action;
  why?: Action;
  summary: string;
  bodySize?: number;
  hidden?: boolean;
  fresh?: true | ((request: ReceivedOf<C>) => boolean | Promise<boolean>);
  isRead?: boolean;
  recordsItself?: true;
  answers?: true;
  limit?: LimitName;
  handle: (request: ReceivedOf<C>) => Promise<unknown>;
}>;

/**
 * A call and how it is served. The list of routes is mounted, described in `/api/openapi.json` and checked by the
 * authorization test.
 */
export type Route = Call & Serving;

/** Declares a route. Its handler gets its types from the call. */
export const route = <C extends Call>(call: C, serving: Serving<C>): Route => ({ ...call, ...serving }) as Route;

/** Refuses with 404, so that another organization's thing looks like one that does not exist (C1). */
export const authorize = (actor: Actor, action: Action, resource: Resource = {}): void => {
  if (!may(actor, action, resource)) throw new RefusedError(notFound());
};

/** Refuses with 403: the caller knows that the thing exists. So the refusal names it, to ask why. */
export const authorizeOpenly = (actor: Actor, action: Action, resource: Resource = {}): void => {
  if (may(actor, action, resource)) return;
  const { apiId, applicationId, organizationId } = resource;
  // An API names its application, which the caller may not be allowed to see.
  const thing = apiId === undefined ? { applicationId } : { apiId };
  throw new RefusedError(forbidden('forbidden', { action, ...thing, organizationId }));
};

const validate = (
  target: 'param' | 'query',
  schema: z.core.$ZodType,
  definition: Pick<Route, 'action' | 'why'>,
): MiddlewareHandler<BffEnv> =>
  zValidator(target, schema, (result, c) => {
    // A malformed id in a path does not exist.
    if (target === 'param' && !result.success)
      throw withWhy(definition, (c as unknown as Context<BffEnv>).get('caller'), new RefusedError(notFound()));
    if (!result.success) throw invalidInput(result.error);
    refuseUnstorable(result.data);
  }) as unknown as MiddlewareHandler<BffEnv>;

/**
 * Returns a query's schema that refuses names which the call does not have: a misspelt filter would otherwise answer everything.
 * A call without a query takes none.
 */
const onlyKnown = (query: z.core.$ZodType = z.object({})): z.core.$ZodType =>
  query instanceof z.core.$ZodObject ? z.core.clone(query, { ...query._zod.def, catchall: z.never() }) : query;

const signedIn = (caller: Caller | undefined): Caller => {
  if (!caller) throw new RefusedError(refuse('unauthenticated', { code: 'session.required' }));
  return caller;
};

/** Returns the caller of a route. An action for anyone needs none. */
const callerFor = (caller: Caller | undefined, { action }: Pick<Route, 'action'>): Caller =>
  caller ?? (isForAnyone(action) ? { actor: stranger } : signedIn(caller));

/** Authentication comes first, so that strangers don't learn what a body should look like. */
export const requireCaller: MiddlewareHandler<BffEnv> = async (c, next) => {
  signedIn(c.get('caller'));
  await next();
};

/** Refuses users without the right before the body is read. */
const requireRight = ({ action, body, form, hidden }: Route, { actor }: Caller): void => {
  const takesBody = body !== undefined || form !== undefined;
  if (takesBody && !mayAnything(actor, action))
    throw new RefusedError(hidden ? notFound() : forbidden('forbidden', { action }));
};

/** Mounts a route: authentication, validation, authorization, then the handler. An object becomes JSON. */
export const mount = (app: Hono<BffEnv>, services: Services, tables: TableWait, definition: Route): void => {
  const { action, body, form, bodySize = smallBody, isRead, fresh } = definition;
  const steps: MiddlewareHandler<BffEnv>[] = [];
  if (definition.parameters) steps.push(validate('param', z.object(definition.parameters), definition));
  steps.push(validate('query', onlyKnown(definition.query), definition));

  const handler: Handler<BffEnv> = async (c) => {
    const valid = (target: 'param' | 'query') => c.req.valid(target as never) as unknown;
    let taken: Promise<TakenBody> | undefined;
    const serve = () =>
      lookAgain(c, tables, async (who) => {
        const caller = callerFor(who, definition);
        const { actor } = caller;
        requireRight(definition, caller);
        // A body comes once.
        taken ??= body ? takeBody(c, actor, { ...definition, body, bodySize }) : Promise.resolve(noBody);
        const received = await taken;
        const identified = c.get('identified');
        if (isRead && identified) await tables.toLog(actor.userId, identified.at);
        const request: Received = {
          c,
          services,
          caller,
          actor,
          action,
          parameters: definition.parameters ? valid('param') : undefined,
          query: definition.query ? valid('query') : undefined,
          ...received,
        };
        if (fresh === true || (await fresh?.(request))) requireFresh(request);
        return await definition.handle(request);
      });
    const called = { c, services, caller: c.get('caller') };
    const response = await (body || form
      ? withRoom(c, callerFor(called.caller, definition).actor, serve)
      : serve()
    ).catch(async (error: unknown) => {
      await recordRefusal(definition, called, error);
      throw withWhy(definition, called.caller, error);
    });
    await recordExport(definition, called);
    return response instanceof Response ? response : c.json(response as object);
  };

  app.on(
    definition.method.toUpperCase(),
    [definition.path.replace(/\{(\w+)\}/g, ':$1')],
    ...(isForAnyone(action) ? [] : [requireCaller]),
    limitCalls(services, limitOf(definition)),
    ...steps,
    handler,
  );
};
