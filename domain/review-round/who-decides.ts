import type { Actor } from '../core/actor.ts';
import { may } from '../core/authorization.ts';
import type { KnownLine } from './review-round.ts';

type Line = Pick<KnownLine, 'kind' | 'organizationId' | 'thingId' | 'role'>;

/**
 * Returns whether the administrators of its company may decide a line: of roles only that of administrators like themselves.
 * The portal's administrators give the others.
 */
export const isOfCompany = ({ kind, role }: Pick<Line, 'kind' | 'role'>): boolean =>
  kind !== 'role' || role === 'ROLE_COMPANY_ADMIN';

/** Returns whether a line is about the person's own role. Nobody decides that. */
export const isOwnRole = ({ kind, thingId }: Pick<Line, 'kind' | 'thingId'>, userId: number): boolean =>
  kind === 'role' && thingId === userId;

/** Returns whether the authorization table lets a person decide a line, their own role or not. */
export const mayDecideLine = (actor: Actor, line: Line): boolean =>
  may(actor, 'review-round.decide', isOfCompany(line) ? { organizationId: line.organizationId } : {});
