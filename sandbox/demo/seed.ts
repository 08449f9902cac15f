import { saveOperationTexts } from '../../bff/documents/operation-texts.ts';
import { readSpec } from '../../bff/documents/read-spec.ts';
import { saveSpec } from '../../bff/documents/spec-store.ts';
import { eventActor } from '../../bff/http/event-meta.ts';
import { newId } from '../../bff/http/new-id.ts';
import { gatewayCommand, type NewGateway } from '../../bff/operator/gateway-command.ts';
import { apiDecider } from '../../domain/api/decider.ts';
import { applicationDecider } from '../../domain/application/decider.ts';
import { businessAreaDecider } from '../../domain/business-area/decider.ts';
import { portal } from '../../domain/core/actor.ts';
import type { Command, Decider } from '../../domain/core/decider.ts';
import type { EventActor } from '../../domain/core/event.ts';
import type { Noun } from '../../domain/core/id.ts';
import { isRefusal } from '../../domain/core/problem.ts';
import type { PorticoEvent } from '../../domain/event-catalogue.ts';
import { eventCategoryDecider } from '../../domain/event-category/decider.ts';
import { organizationDecider } from '../../domain/organization/decider.ts';
import { type OrganizationDetails, plainOrganization } from '../../domain/organization/details.ts';
import { registrationDecider } from '../../domain/registration/decider.ts';
import { resourceDecider } from '../../domain/resource/decider.ts';
import { userDecider } from '../../domain/user/decider.ts';
import { termsVersion } from '../../domain/user/terms.ts';
import type { EventStore } from '../../eventstore/event-store.ts';
import { execute } from '../../eventstore/execute.ts';
import type { Pool } from '../../platform/database.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';
import type { Vault } from '../../platform/vault.ts';
import { demoAccounts } from './accounts.ts';
import { demoApis, demoApplications, demoAreas } from './catalogue.ts';
import { commandOnce } from './command-once.ts';
import { demoSpec } from './demo-spec.ts';
import { demoEventCategories } from './event-categories.ts';
import { demoRegistrations } from './registrations.ts';

/** The broker that stands in for a Kafka, or the real one, and its administrator. */
type DemoKafka = Readonly<{ address: string; user: string; password: string }>;
export type DemoGateway = Omit<NewGateway, 'isPublic' | 'organizations'>;
export type SeedServices = Readonly<{
  store: EventStore<PorticoEvent>;
  pool: Pool;
  vault: Vault;
  issuer: string;
  gateway: DemoGateway;
  kafka: DemoKafka;
}>;

export type DemoOrganization = Readonly<{ id: number; name: string }>;

/** Values that later steps of the demo need. */
export type Seeded = Readonly<{
  gatewayId: number;
  internal: DemoOrganization;
  partner: DemoOrganization;
  apiIds: ReadonlyMap<string, number>;
  eventCategoryIds: ReadonlyMap<string, number>;
  /** The demo's people by their `sub`. */
  people: ReadonlyMap<string, EventActor>;
  /** The maintainer of the demo's applications, who deploys its APIs. */
  maintainer: EventActor;
}>;

/** Makes a person a returning one, who has accepted the terms and seen the welcome. */
const settle = async ({ store }: SeedServices, sub: string, actor: EventActor): Promise<void> => {
  const commands = [
    { type: 'AcceptTerms', data: { version: termsVersion } },
    { type: 'WelcomeUser', data: {} },
  ] as const;
  for (const command of commands) {
    const commandId = uuidV5(porticoNamespace, `demo/user/${sub}/${command.type}`);
    const meta = { actor, commandId, correlationId: commandId, time: new Date().toISOString() };
    const done = await execute({ store, decider: userDecider, id: actor.userId, command, meta });
    if (isRefusal(done)) throw new Error(`the demo's ${sub} was refused: ${done.problems[0].code}`);
  }
};

/**
 * Makes the demo with the commands that people would send. Every command's id is made from its name. So a start after
 * an interrupted one continues, and a later start changes nothing.
 */
export const seed = async (services: SeedServices): Promise<Seeded> => {
  const { pool, vault } = services;

  const once = <State, C extends Command, E extends PorticoEvent>(
    name: string,
    noun: Noun,
    decider: Decider<State, C, E>,
    command: (id: number, commandId: string) => Promise<C>,
  ): Promise<number> => commandOnce(services, { name, actor: eventActor(portal), noun }, decider, command);

  const organization = async (
    name: string,
    external: boolean,
    description: string,
    contact: string,
    more: Partial<OrganizationDetails> = {},
  ): Promise<DemoOrganization> => {
    const id = await once(`organization/${name}`, 'organization', organizationDecider, async (organizationId) => ({
      type: 'RegisterOrganization' as const,
      data: { ...plainOrganization, ...more, organizationId, name, external, description, contact },
    }));
    return { id, name };
  };
  const internal = await organization(
    'Portico Labs',
    false,
    'The company that runs this portal',
    'api-team@portico.example',
  );
  const partner = await organization(
    'Harbour Freight',
    true,
    'A partner who ships for us',
    'developers@harbour-freight.example',
    {
      profile: {
        phoneNumber: '+49(40)-555-0100',
        address1: '12 Harbour Road',
        address2: 'Quay 3',
        zip: '20457',
        city: 'Hamburg',
        state: 'Hamburg',
        country: 'Germany',
        registrationId: 'HRB 12345',
        billingType: 'Postpaid',
        taxNo: 'TX-2024-118',
      },
      attributes: [{ name: 'x-partner-tier', value: 'gold', type: 'http header' }],
    },
  );

  const owners: number[] = [];
  const people = new Map<string, EventActor>();
  let maintainer = eventActor(portal);
  for (const account of demoAccounts) {
    const organizationId = (account.organization === 'internal' ? internal : partner).id;
    const userId = await once(`user/${account.sub}`, 'user', userDecider, async (id) => ({
      type: 'RegisterUser' as const,
      data: {
        userId: id,
        organizationId,
        firstname: account.givenName,
        lastname: account.familyName,
        email: account.email,
        roles: account.rolesAtFirst ?? account.roles,
        identity: { issuer: services.issuer, subject: account.sub },
      },
    }));
    const person = { userId, organizationId, roles: account.roles };
    people.set(account.sub, person);
    if (!account.isNew) await settle(services, account.sub, person);
    if (!account.ownsApplications) continue;
    owners.push(userId);
    maintainer = person;
  }

  const areaIds = new Map<string, number>();
  for (const area of demoAreas) {
    const id = await once(`area/${area.name}`, 'business-area', businessAreaDecider, async (businessAreaId) => ({
      type: 'AddBusinessArea' as const,
      data: { businessAreaId, ...area },
    }));
    areaIds.set(area.name, id);
  }
  const eventCategoryIds = new Map<string, number>();
  for (const { area, ...category } of demoEventCategories) {
    const id = await once(
      `event-category/${category.name}`,
      'event-category',
      eventCategoryDecider,
      async (eventCategoryId) => ({
        type: 'AddEventCategory' as const,
        data: { eventCategoryId, businessAreaId: areaIds.get(area) as number, ...category },
      }),
    );
    eventCategoryIds.set(category.name, id);
  }

  const applicationIds = new Map<string, number>();
  for (const application of demoApplications) {
    const id = await once(
      `application/${application.name}`,
      'application',
      applicationDecider,
      async (applicationId) => {
        const { contact, invited, ...about } = application;
        const addressed = async (email: string) => ({ addressId: await newId(pool, 'user'), email });
        return {
          type: 'RegisterApplication' as const,
          data: {
            applicationId,
            organizationId: internal.id,
            ...about,
            owners,
            contact: await addressed(contact),
            invited: invited === undefined ? [] : [await addressed(invited)],
          },
        };
      },
    );
    applicationIds.set(application.name, id);
  }

  const apiIds = new Map<string, number>();
  for (const api of demoApis) {
    const apiId = await once(`api/${api.name}`, 'api', apiDecider, async (id) => {
      const bytes = Buffer.from(demoSpec(api));
      const document = await readSpec(bytes);
      if (isRefusal(document))
        throw new Error(`the demo's document of ${api.name} was refused: ${document.problems[0].code}`);
      await saveSpec(pool, document, bytes);
      await saveOperationTexts(pool, document);
      const { hash, format, size, specVersion, version, operations, servers } = document;
      return {
        type: 'PublishApi' as const,
        data: {
          apiId: id,
          organizationId: internal.id,
          applicationId: applicationIds.get(api.application) ?? null,
          details: {
            name: api.name,
            description: api.description,
            sourceRepo: api.sourceRepo ?? '',
            businessAreaId: areaIds.get(api.area) ?? null,
          },
          spec: { hash, format, size, specVersion, version, operations, servers: [...servers] },
        },
      };
    });
    apiIds.set(api.name, apiId);
  }

  for (const person of demoRegistrations)
    await once(`registration/${person.email}`, 'registration', registrationDecider, async (registrationId) => ({
      type: 'RequestRegistration' as const,
      data: { registrationId, userId: await newId(pool, 'user'), ...person, comments: '', termsVersion },
    }));

  const gatewayId = await once('gateway', 'resource', resourceDecider, (resourceId, commandId) =>
    gatewayCommand({ pool, vault }, resourceId, commandId, { ...services.gateway, isPublic: true, organizations: [] }),
  );
  return { gatewayId, internal, partner, apiIds, eventCategoryIds, people, maintainer };
};
