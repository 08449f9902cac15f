import type { LogView } from '#chaos/log-view.ts';
import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';
import { overlaps, type SeenOrganization, waitingIn, wasOff } from '#chaos/view/organizations.ts';
import type { PersonName } from '#chaos/world/people.ts';

/** The most organizations that the sweep adds. */
const most = 8;

const filled = {
  contact: 'Ada',
  external: true,
  phoneNumber: '+1(816)-111-1111',
  address1: '1 High Street',
  city: 'Exampleville',
  state: 'North Coast',
  country: 'Exampland',
  zip: '12345',
  registrationId: 'HRB 1',
  billingType: 'Postpaid',
  taxNo: 'T-1',
} as const;

const root = '/api/organization';
const post = (path: string) => ({ method: 'POST', path: `${root}/${path}` }) as const;

export const commands: ChaosCommands = ({ view, facts, organizations, random, newName, newNumber }) => {
  const save = (id: number, name: string) => {
    const body = { id, name, ...filled, description: `Made while everything went wrong, ${newNumber()}.` };
    return { who: 'ada-lindqvist', call: { method: 'POST', path: `${root}/edit-organization`, body } } as const;
  };
  /** Those that the sweep added, and now and then the partner of the demo, whose keys are called most. */
  const inState = (status: SeenOrganization['status']) => {
    const partner = random.chance(status === 'off' ? 0.7 : 0.15)
      ? view.organizations.all.get(facts.partnerId)
      : undefined;
    return [...(partner ? [partner] : []), ...organizations()].filter((each) => each.status === status);
  };
  const turn = (off: boolean) => {
    const organization = random.pick(inState(off ? 'active' : 'off'));
    if (!organization) return undefined;
    const { id } = organization;
    return {
      who: random.chance(0.5) ? 'ada-lindqvist' : 'elias-brandt',
      call: post(`deactivate-organization?id=${id}&deactivated=${off}`),
      stream: `organization-${id}`,
      wasSo: (whole: LogView, from: number, to: number) => {
        const seen = whole.organizations.all.get(id);
        // It is on at some moment unless one time of being off lasts through the whole span.
        return off
          ? wasOff(seen, from, to)
          : !seen?.off.some((each) => each.from < from && (each.to ?? Number.POSITIVE_INFINITY) > to);
      },
    } as const;
  };
  const asked = () =>
    organizations().flatMap((each) => {
      const deletion = waitingIn(each);
      return deletion ? [{ ...deletion, id: each.id }] : [];
    });
  const decide = (path: string, own: boolean) => {
    const request = random.pick(asked());
    if (!request) return undefined;
    const isAdas = request.requestedBy === facts.userIds['ada-lindqvist'];
    const who: PersonName = isAdas === own ? 'ada-lindqvist' : 'elias-brandt';
    const call = post(`${path}?id=${request.requestId}&orgId=${request.id}`);
    return { who, call, stream: `organization-${request.id}` };
  };
  return {
    'add organization': {
      event: 'OrganizationRegistered',
      weight: () => whileFewer(organizations().length, most, 2),
      wish: () => save(0, newName()),
    },
    'change organization': {
      event: 'OrganizationDetailsChanged',
      weight: 1,
      wish: () => {
        const organization = random.pick(organizations());
        return organization && save(organization.id, organization.name);
      },
    },
    'switch organization off': { event: 'OrganizationDeactivated', weight: 1.5, wish: () => turn(true) },
    'switch organization on': { event: 'OrganizationActivated', weight: 4, wish: () => turn(false) },
    'ask to delete organization': {
      event: 'OrganizationDeletionRequested',
      weight: 0.7,
      wish: () => {
        const organization = random.pick(organizations().filter((each) => !waitingIn(each)));
        if (!organization) return undefined;
        const { id } = organization;
        return {
          who: random.chance(0.5) ? 'ada-lindqvist' : 'elias-brandt',
          call: post(`delete-organization?id=${id}`),
          stream: `organization-${id}`,
          wasSo: (whole, from, to) =>
            whole.organizations.all.get(id)?.asked.some((each) => overlaps(each, from, to)) ?? false,
        };
      },
    },
    'approve deletion of organization': {
      event: 'OrganizationDeletionApproved',
      weight: 1,
      wish: () => decide('approve-delete-organization', false),
    },
    'deny deletion of organization': {
      event: 'OrganizationDeletionDenied',
      weight: 0.3,
      wish: () => decide('deny-delete-organization', false),
    },
    'withdraw deletion of organization': {
      event: 'OrganizationDeletionWithdrawn',
      weight: 0.3,
      wish: () => decide('withdraw-delete-organization', true),
    },
  };
};
