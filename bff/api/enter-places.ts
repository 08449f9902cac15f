import { applicationDecider } from '#domain/application/decider.ts';
import { businessAreaDecider } from '#domain/business-area/decider.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter } from '#eventstore/guards.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { enterOrganization } from '../organization/shared/enter-organization.ts';

type Open = Pick<Services, 'store'>;

/**
 * Where a command puts an API. What is absent or null stays as it is.
 *
 * @property applicationField the form's field of the application.
 */
type Places = Readonly<{
  organizationId: number;
  applicationId: number | null | undefined;
  businessAreaId: number | null;
  applicationField: string;
}>;

const enterApplication = async (open: Open, { organizationId, applicationId, applicationField }: Places) => {
  if (!applicationId) return [];
  const { state, guards } = await enter(open, applicationDecider, applicationId);
  if (state.status !== 'active') throw invalidField(applicationField, 'application.deleting');
  if (state.organizationId !== organizationId)
    throw new RefusedError(refuse('conflict', { code: 'conflict.changed-meanwhile' }));
  return guards;
};

const enterBusinessArea = async (open: Open, { businessAreaId }: Places) => {
  if (businessAreaId === null) return [];
  const { state, guards } = await enter(open, businessAreaDecider, businessAreaId);
  if (state.status !== 'active') throw invalidField('businessAreaId');
  return guards;
};

/**
 * Checks that an API may come into an organization, an application and a business area.
 *
 * @returns the guards to append the event with that puts it there.
 * @throws RefusedError when one of them is going.
 */
export const enterPlaces = async (open: Open, places: Places): Promise<readonly UsedGuard[]> => {
  const guards = await Promise.all([
    enterOrganization(
      open,
      places.organizationId,
      () => new RefusedError(refuse('conflict', { code: 'organization.deleting' })),
    ),
    enterApplication(open, places),
    enterBusinessArea(open, places),
  ]);
  return guards.flat();
};
