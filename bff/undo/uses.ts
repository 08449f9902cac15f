import { removeApi } from '#domain/api/calls.ts';
import { removeApplication } from '#domain/application/calls.ts';
import { removeBusinessArea } from '#domain/business-area/calls.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { laterUseKinds, type Opposite, type UseKind } from '#domain/core/undo.ts';
import { removeDeployment } from '#domain/deployment/calls.ts';
import { handOver, muteCauses, unmuteCauses } from '#domain/desk-case/calls.ts';
import { removeEventCategory } from '#domain/event-category/calls.ts';
import { removeResource } from '#domain/resource/calls.ts';
import { readOnlyCode } from '#domain/resource/read-only.ts';
import type { UndoPreview, Uses } from '#domain/undo/schema.ts';
import { removeUser, withdrawInvitation } from '#domain/user/calls.ts';
import { businessAreaUses } from '../business-area/uses.ts';
import { earlyEndCode, refuseEnd } from '../deployment/moves.ts';
import { findDeployment } from '../deployment/queries.ts';
import { findPersonFor } from '../desk-case/people.ts';
import { eventCategoryUses } from '../event-category/uses.ts';
import type { Services } from '../http/services.ts';
import {
  apiUses,
  applicationUses,
  countUses,
  deploymentUses,
  isApproved,
  personUses,
  resourceParts,
  resourceUses,
  type Use,
} from '../sql/uses.ts';

export const nameOf = ({ method, path }: Opposite['call']): string => `${method} ${path}`;

/** What belongs to a thing, by the call that deletes it. */
export const usesByRemoval: ReadonlyMap<string, readonly Use[]> = new Map<string, readonly Use[]>([
  [nameOf(removeApi), apiUses],
  [nameOf(removeApplication), applicationUses],
  [nameOf(removeBusinessArea), businessAreaUses],
  [nameOf(removeEventCategory), eventCategoryUses],
  [nameOf(removeResource), [...resourceUses, ...resourceParts]],
  [nameOf(removeDeployment), deploymentUses],
  [nameOf(removeUser), personUses],
  [nameOf(withdrawInvitation), personUses],
]);

const isLater = (kind: UseKind): kind is (typeof laterUseKinds)[number] =>
  (laterUseKinds as readonly string[]).includes(kind);

/** Returns what belongs to a thing as the preview says it. */
const told = (uses: Uses): Pick<UndoPreview, 'uses' | 'others'> => ({
  uses: uses.flatMap(({ kind, count }) => (isLater(kind) ? [] : [{ kind, count }])),
  others: uses.flatMap(({ kind, count }) => (isLater(kind) ? [{ kind, count }] : [])),
});

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

type Behind = Pick<UndoPreview, 'reason' | 'stays'> & Partial<Pick<UndoPreview, 'uses' | 'others'>>;

const over: Behind = { reason: 'gone', stays: 'over' };

/** Returns why a mute can't be taken back: it is over, or the one that would come back. */
const behindMute = async ({ pool }: Services, opposite: Opposite): Promise<Behind | undefined> => {
  const { causes, until } = opposite.body as Readonly<{ causes: readonly string[]; until?: string }>;
  const { rows } = await pool.query<{ lasts: boolean | null; wouldLast: boolean | null }>(
    `select (select muted_until from desk_cases where about = $1) > now() as lasts, $2::timestamptz > now() as "wouldLast"`,
    [causes[0], until ?? null],
  );
  const { lasts, wouldLast } = rows[0] ?? {};
  if (until === undefined) return lasts === false ? over : undefined;
  if (wouldLast) return undefined;
  return lasts ? { reason: 'decided', stays: 'former-over' } : over;
};

/** Returns why whoever had a case does not get it back: they may not have it any more. */
const behindHandOver = async (services: Services, opposite: Opposite): Promise<Behind | undefined> => {
  const { operationIds = [], to } = opposite.body as Readonly<{ operationIds?: readonly string[]; to: number }>;
  const mayGet = await findPersonFor(services, operationIds, to);
  try {
    return mayGet(operationIds[0]) ? undefined : { reason: 'decided', stays: 'not-for-them' };
  } catch (error) {
    if (error instanceof RefusedError) return { reason: 'gone', stays: null };
    throw error;
  }
};

/**
 * Returns why a thing whose creation is undone stays, and what would go with it, or why what was arranged on the desk can't come
 * back; undefined: nothing stands behind. The command asks the same, under its guards.
 */
export const standsBehind = async (services: Services, opposite: Opposite): Promise<Behind | undefined> => {
  const id = Number(opposite.parameters?.id ?? opposite.query?.id);
  if (isCall(opposite, removeUser, withdrawInvitation) && (await isApproved(services.db, id)))
    return { reason: 'decided', stays: null };
  if (isCall(opposite, muteCauses, unmuteCauses)) return await behindMute(services, opposite);
  if (isCall(opposite, handOver)) return await behindHandOver(services, opposite);
  const stays = isCall(opposite, removeDeployment) ? await heldBack(services, id) : null;
  if (stays) return { reason: 'begins', stays };
  const uses = await countUses(services, usesByRemoval.get(nameOf(opposite.call)) ?? [], id);
  return uses.length > 0 ? { reason: 'begins', stays: 'in-use', ...told(uses) } : undefined;
};
