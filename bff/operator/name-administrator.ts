import { byPortal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { setupDecider, setupId } from '#domain/installation/setup.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { execute } from '#eventstore/execute.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { findPersonByEmail } from '#projections/person.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { hasPortalAdministrator } from '../auth/first-administrator.ts';
import { findInternalOrganization } from '../auth/first-sign-in.ts';
import { newId } from '../http/new-id.ts';
import type { Services } from '../http/services.ts';

type Open = Pick<Services, 'store' | 'pool' | 'now'>;

/** The values from the settings or the command line. */
export type Wanted = Readonly<{ organization: string | undefined; email: string | undefined }>;

/** Milliseconds that the start of the portal may wait for the read tables. */
const patience = 20_000;

/**
 * `ready`: the organization exists and the administrator is named. `taken`: there is an administrator already; nothing
 * was changed. `no-organization`: there is none and no name was given. `behind`: the read tables are behind; try again.
 */
export type Naming = 'ready' | 'taken' | 'no-organization' | 'behind';

const metaNow = ({ now }: Open, commandId = randomId()): EventMeta => ({
  actor: byPortal,
  commandId,
  correlationId: commandId,
  time: now().toISOString(),
});

/** Returns the organization that runs the portal. Creates it if a name is given; several processes create only one. */
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
      data: { ...plainOrganization, organizationId, name, external: false },
    },
    outcome: { organizationId },
    meta: metaNow(open, uuidV5(porticoNamespace, 'first-organization')),
  });
  if (isRefusal(done)) throw new RefusedError(done);
  // A person who signs in right after this needs the organization.
  await waitForPosition(pool, done.position, patience, ['organizations']);
  return Number(done.outcome.organizationId);
};

/**
 * Creates the first organization and names the first administrator, as long as there is none.
 *
 * @throws RefusedError, UnavailableError
 */
export const nameAdministrator = async (open: Open, { organization, email }: Wanted): Promise<Naming> => {
  const { store, pool } = open;
  if (!(await waitForPosition(pool, await store.newest()))) return 'behind';
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
