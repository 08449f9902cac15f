import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { setupDecider, setupId } from '#domain/installation/setup.ts';
import { organizationDecider } from '#domain/organization/organization.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { hasPortalAdministrator } from '../auth/first-administrator.ts';
import { findInternalOrganization } from '../auth/first-sign-in.ts';
import { findPersonByEmail } from '../auth/person.ts';
import { newId } from '../http/new-id.ts';
import type { Services } from '../http/services.ts';

type Open = Pick<Services, 'store' | 'pool' | 'now'>;

/** What the settings, or whoever runs the portal, say. */
export type Wanted = Readonly<{ organization: string | undefined; email: string | undefined }>;

/**
 * `ready`: organization and name are there. `taken`: there is an administrator, nothing was changed. `no-organization`:
 * there is none, and no name for one was given. `behind`: the read tables don't show everything yet; ask again.
 */
export type Naming = 'ready' | 'taken' | 'no-organization' | 'behind';

const metaNow = ({ now }: Open, commandId = randomId()): EventMeta => ({
  actor: byPortal,
  commandId,
  correlationId: commandId,
  time: now().toISOString(),
});

/** The organization that runs the portal; made when there is none and it has a name. Several processes make one. */
const ownOrganization = async (open: Open, name: string | undefined): Promise<number | undefined> => {
  const known = await findInternalOrganization(open);
  if (known !== undefined || name === undefined) return known;
  const { store, pool } = open;
  const organizationId = await newId(pool, 'organization');
  const done = await execute({
    store,
    decider: organizationDecider,
    id: organizationId,
    command: {
      type: 'RegisterOrganization',
      data: { organizationId, name, external: false, description: '', contact: '' },
    },
    outcome: { organizationId },
    meta: metaNow(open, uuidV5(porticoNamespace, 'first-organization')),
  });
  if (isRefusal(done)) throw new RefusedError(done);
  await waitForPosition(pool, done.position, undefined, ['organizations']);
  return Number(done.outcome.organizationId);
};

/**
 * Makes the first organization and writes down who becomes the first administrator, as long as there is none.
 *
 * @throws RefusedError, UnavailableError
 */
export const nameAdministrator = async (open: Open, { organization, email }: Wanted): Promise<Naming> => {
  const { store, pool } = open;
  if (!(await waitForPosition(pool, await store.head()))) return 'behind';
  if (await hasPortalAdministrator(open)) return 'taken';
  const organizationId = await ownOrganization(open, organization);
  if (organizationId === undefined) return 'no-organization';
  if (email === undefined) return 'ready';
  const person = await findPersonByEmail(pool, email);
  const data = { userId: person?.actor.userId ?? (await newId(pool, 'user')), organizationId, email };
  const command = { type: 'NameFirstAdministrator', data } as const;
  const named = await execute({ store, decider: setupDecider, id: setupId, command, meta: metaNow(open) });
  if (isRefusal(named)) throw new RefusedError(named);
  return 'ready';
};
