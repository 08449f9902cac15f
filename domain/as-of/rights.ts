import type { Actor } from '../core/actor.ts';
import { type Action, authorizationTable, mayAnything } from '../core/authorization.ts';

/** Somebody without a role, of a partner: whatever they may do, everybody may. */
const anybody: Actor = { userId: 1, organizationId: 1, organizationExternal: true, roles: [], ownerApps: [] };

/** Returns the rows of the table of rights that let somebody do more than everybody, in its order. */
export const rightsOf = (actor: Actor): Action[] =>
  (Object.keys(authorizationTable) as Action[]).filter(
    (action) => mayAnything(actor, action) && !mayAnything(anybody, action),
  );
