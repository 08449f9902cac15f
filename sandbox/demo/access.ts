import { type AccessCommand, accessIdOf } from '../../domain/access/access.ts';
import { accessDecider } from '../../domain/access/decider.ts';
import type { EventActor } from '../../domain/core/event.ts';
import { commandOnce } from './command-once.ts';
import type { Seeded, SeedServices } from './seed.ts';

/**
 * Sends the partner's access requests: the Orders API is granted, another API denied, and a third request waits for the
 * portal administrator. Does this once.
 *
 * @returns the id of the grant.
 */
export const demoAccess = async (services: SeedServices, seeded: Seeded): Promise<number> => {
  const organizationId = seeded.partner.id;
  const person = (sub: string) => seeded.people.get(sub) as EventActor;
  const [admin, grace, liam] = [person('ada-lindqvist'), person('grace-okafor'), person('liam-chen')];

  const once = (
    name: string,
    actor: EventActor,
    noun: 'access-request' | 'access-grant',
    apiId: number,
    command: (id: number) => AccessCommand,
  ): Promise<number> =>
    commandOnce(services, { name: `access/${name}`, actor, noun }, accessDecider, command, () =>
      accessIdOf(apiId, organizationId),
    );
  const asked = async (api: string, requester: EventActor, reason: string) => {
    const apiId = seeded.apiIds.get(api) as number;
    const requestId = await once(`${api}/asked`, requester, 'access-request', apiId, (id) => ({
      type: 'RequestAccess',
      data: { requestId: id, apiId, organizationId, requestedBy: requester.userId, reason },
    }));
    return { apiId, requestId };
  };

  const orders = await asked('Orders API', grace, 'Our dispatch board shows which orders wait for a truck.');
  const grant = await once('Orders API/approved', admin, 'access-grant', orders.apiId, (grantId) => ({
    type: 'ApproveRequest',
    data: { requestId: orders.requestId, grantId, note: 'Welcome. Please keep to 120 calls a minute.' },
  }));
  const profile = await asked('Customer Profile API', grace, 'To greet recipients by name at the door.');
  await once('Customer Profile API/denied', admin, 'access-request', profile.apiId, () => ({
    type: 'DenyRequest',
    data: {
      requestId: profile.requestId,
      note: 'Recipients have not agreed to this. The name on the label comes with the Shipments API.',
    },
  }));
  await asked('Shipments API', liam, 'We book about 300 shipments a day and want to print the labels ourselves.');
  return grant;
};
