import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import type { Actor } from '#domain/core/actor.ts';
import type { Action } from '#domain/core/authorization.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { deriveKey } from '#platform/encryption.ts';
import type { BffEnv, Caller } from './context.ts';
import type { Services } from './services.ts';

/** The `actor` part of an event's meta. */
export const eventActor = ({ userId, organizationId, roles }: Actor): EventMeta['actor'] => ({
  userId,
  organizationId,
  roles: [...roles],
});

/**
 * Returns how events name a session: a keyed hash, which only this installation can compute.
 *
 * @param session the hash that it is stored by.
 */
export const sessionMark = (porticoKey: Buffer, session: string): string =>
  createHmac('sha256', deriveKey(porticoKey, 'event-session')).update(session).digest('base64url');

/** A call of somebody whom a row of the authorization table allowed it. */
type AllowedCall = Readonly<{
  c: Context<BffEnv>;
  caller: Caller;
  services: Pick<Services, 'now' | 'settings'>;
  action: Action;
}>;

/** Returns what events say about the call that causes them: who, when, from where, and what allowed it. */
export const eventMeta = ({ c, caller, services, action }: AllowedCall, commandId: string): EventMeta => ({
  actor: eventActor(caller.actor),
  commandId,
  correlationId: c.get('correlationId'),
  time: services.now().toISOString(),
  client: c.get('client'),
  rule: action,
  ...(caller.session !== undefined && { session: sessionMark(services.settings.PORTICO_KEY, caller.session) }),
});
