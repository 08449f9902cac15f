import { removeApi } from '#domain/api/calls.ts';
import { removeApplication } from '#domain/application/calls.ts';
import { removeBusinessArea } from '#domain/business-area/calls.ts';
import { RefusedError } from '#domain/core/problem.ts';
import type { Opposite } from '#domain/core/undo.ts';
import { removeDeployment } from '#domain/deployment/calls.ts';
import { removeEventCategory } from '#domain/event-category/calls.ts';
import { removeResource } from '#domain/resource/calls.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import type { UndoPreview, Uses } from '#domain/undo/schema.ts';
import { removeUser, withdrawInvitation } from '#domain/user/calls.ts';
import { earlyEndCode, refuseEnd } from '../deployment/moves.ts';
import { findDeployment } from '../deployment/queries.ts';
import type { Services } from '../http/services.ts';
import {
  isApproved,
  usesOfApi,
  usesOfApplication,
  usesOfBusinessArea,
  usesOfDeployment,
  usesOfEventCategory,
  usesOfPerson,
  usesOfResource,
} from '../sql/uses.ts';

type UsesOf = (services: Services, id: number) => Promise<Uses>;

const nameOf = ({ method, path }: Opposite['call']): string => `${method} ${path}`;

/** What belongs to a thing, by the call that deletes it. */
const readers: ReadonlyMap<string, UsesOf> = new Map<string, UsesOf>([
  [nameOf(removeApi), ({ db }, id) => usesOfApi(db, id)],
  [nameOf(removeApplication), ({ db }, id) => usesOfApplication(db, id)],
  [nameOf(removeBusinessArea), ({ db }, id) => usesOfBusinessArea(db, id)],
  [nameOf(removeEventCategory), ({ db }, id) => usesOfEventCategory(db, id)],
  [nameOf(removeResource), ({ db }, id) => usesOfResource(db, id)],
  [nameOf(removeDeployment), usesOfDeployment],
  [nameOf(removeUser), ({ db }, id) => usesOfPerson(db, id)],
  [nameOf(withdrawInvitation), ({ db }, id) => usesOfPerson(db, id)],
]);

const isCall = ({ call }: Opposite, ...others: readonly Opposite['call'][]): boolean =>
  others.some((other) => nameOf(call) === nameOf(other));

const staysFor: ReadonlyMap<string, UndoPreview['stays']> = new Map([
  [earlyEndCode, 'moving'],
  [readOnlyCode, 'read-only'],
]);

/** Returns why a deployment can't be taken off its gateway now. */
const heldBack = async ({ db }: Services, id: number): Promise<UndoPreview['stays']> => {
  const deployment = await findDeployment(db, id);
  if (!deployment) return null;
  return await refuseEnd(db, deployment).then(
    () => null,
    (error: unknown) => {
      const stays = error instanceof RefusedError && staysFor.get(error.refusal.problems[0].code);
      if (stays) return stays;
      throw error;
    },
  );
};

type Behind = Pick<UndoPreview, 'reason' | 'stays'> & Partial<Pick<UndoPreview, 'uses'>>;

/**
 * Returns why a thing whose creation is undone stays, and what would go with it; undefined: nothing keeps it. The command asks the same,
 * under its guards.
 */
export const standsBehind = async (services: Services, opposite: Opposite): Promise<Behind | undefined> => {
  const id = Number(opposite.parameters?.id ?? opposite.query?.id);
  if (isCall(opposite, removeUser, withdrawInvitation) && (await isApproved(services.db, id)))
    return { reason: 'decided', stays: null };
  const stays = isCall(opposite, removeDeployment) ? await heldBack(services, id) : null;
  if (stays) return { reason: 'begins', stays };
  const uses = (await readers.get(nameOf(opposite.call))?.(services, id)) ?? [];
  return uses.length > 0 ? { reason: 'begins', stays: 'in-use', uses: [...uses] } : undefined;
};
