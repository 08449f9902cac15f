import { type ClockStep, clockIdOf, clockSteps } from '#domain/clock/clock.ts';
import { type ClockAudience, type ClockKind, clockKinds } from '#domain/clock/kinds.ts';
import type { Database } from '#platform/database.ts';
import { isFirstForMaintainers } from '#projections/deciding-maintainers.ts';
import { mayWork } from '#projections/may-work.ts';
import { accessDeciders, approvers, decidesRegistration, idsOf, otherAdministrators } from './administrators.ts';

/**
 * A thing that waits for a decision.
 *
 * @property about        the name of the API, the organization or the object; '' for a person's request.
 * @property organization for whom it is asked, as the inbox has it; ''.
 * @property askers       the people who do not decide: who asked first, who asked with them, and whom a change is about.
 * @property hasFirst     whether others than administrators decide first, so that it can go on to those.
 */
export type WaitingDecision = Readonly<{
  kind: ClockKind;
  key: string;
  since: Date;
  about: string;
  organization: string;
  apiId: number | null;
  askers: readonly number[];
  isAtGateway: boolean;
  hasFirst: boolean;
}>;

/**
 * How things of a kind wait.
 *
 * @property id, since columns.
 * @property type      of the ids.
 * @property from      the tables, and which of their rows wait now.
 * @property details   the other columns, which are computed only of what is told of.
 */
type Part = Readonly<{ id: string; type: 'integer' | 'text'; since: string; from: string; details: Details }>;
type Details = Readonly<{
  about: string;
  organization?: string;
  api?: string;
  askers?: string;
  atGateway?: string;
  hasFirst?: string;
}>;

const parts: Readonly<Record<ClockKind, Part>> = {
  access: {
    id: 'asked.id',
    type: 'integer',
    since: 'asked.requested_at',
    from: `access_requests asked
      left join apis on apis.id = asked.api_id
      left join event_categories on event_categories.id = asked.event_category_id
      join organizations on organizations.id = asked.organization_id
    where asked.status = 'NEW' and coalesce(apis.id, event_categories.id) is not null`,
    details: {
      about: 'coalesce(apis.name, event_categories.name)',
      organization: 'organizations.name',
      api: 'asked.api_id',
      askers: `array(select asked.requested_by union select j.user_id from access_request_joins j where j.request_id = asked.id)`,
      hasFirst: isFirstForMaintainers,
    },
  },
  registration: {
    id: 'r.id',
    type: 'integer',
    since: 'r.requested_at',
    from: `registrations r where r.status = 'NEW'`,
    details: {
      about: "''",
      organization: 'r.company',
      hasFirst: `exists (
        select from users u join organizations o on o.id = u.organization_id
        where u.roles @> '{ROLE_COMPANY_ADMIN}' and not u.roles @> '{ROLE_PORTAL_ADMIN}' and ${mayWork} and ${decidesRegistration})`,
    },
  },
  deletion: {
    id: 'd.id',
    type: 'integer',
    since: 'd.requested_at',
    from: 'organization_deletions d where d.action is null',
    details: { about: 'd.organization_name', askers: 'array[d.requested_by]' },
  },
  drift: {
    id: 'f.id',
    type: 'text',
    since: 'f.waits_since',
    from: `differences f
      join resources on resources.id = f.resource_id
      left join deployments on deployments.id = f.deployment_id
      left join apis on apis.id = deployments.api_id
    where f.state = 'open' and (apis.id is not null or f.noun in ('resource', 'event-subscription')
      or exists (select from event_topics topic where topic.id = f.subject_id))`,
    details: { about: "concat_ws(' ', nullif(f.label, ''), f.name)", atGateway: 'f.deployment_id is not null' },
  },
  approval: {
    id: 'a.id',
    type: 'integer',
    since: 'a.requested_at',
    from: `approvals a left join apis on apis.id = a.api_id where a.state = 'waiting'`,
    details: {
      about: "coalesce(apis.name, a.environment, '#' || a.id)",
      api: 'a.api_id',
      askers: 'array_remove(array[a.requested_by, a.user_id], null)',
      hasFirst: `exists (
        select from application_owners w
          join users u on u.id = w.user_id and u.organization_id = w.organization_id
          join organizations o on o.id = u.organization_id
        where w.application_id = apis.application_id and ${mayWork} and u.id <> a.requested_by)`,
    },
  },
};

const waitingOf = (kind: ClockKind): string => {
  const { id, since, from } = parts[kind];
  return `select '${kind}' as kind, ${id}::text as key, ${since} as since from ${from}`;
};

/** Returns what waits of some things of a kind. */
const readDecisions = async (
  database: Database,
  kind: ClockKind,
  keys: readonly string[],
): Promise<readonly WaitingDecision[]> => {
  const { id, type, since, from, details } = parts[kind];
  const { about, organization = "''", api = 'null::integer', askers = "'{}'::integer[]" } = details;
  const { atGateway = 'false', hasFirst = 'false' } = details;
  const { rows } = await database.query<WaitingDecision>(
    `select '${kind}' as kind, ${id}::text as key, ${since} as since, ${about} as about, ${organization} as organization,
       ${api} as "apiId", ${askers} as askers, ${atGateway} as "isAtGateway", ${hasFirst} as "hasFirst"
     from ${from} and ${id} = any($1::${type}[])`,
    [keys],
  );
  return rows;
};

/**
 * Returns what has come to a step of its clock that was not told of, the oldest first.
 *
 * @param before for each kind, what began before is at each step.
 */
export const untoldDecisions = async (
  database: Database,
  before: Readonly<Record<ClockKind, Readonly<Record<ClockStep, Date>>>>,
  most: number,
): Promise<readonly WaitingDecision[]> => {
  const kinds = [...clockKinds];
  const { rows } = await database.query<Pick<WaitingDecision, 'kind' | 'key'>>(
    `select w.kind, w.key from (${kinds.map(waitingOf).join(' union all ')}) w
       join unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as begun(kind, half, day, over)
         on begun.kind = w.kind and w.since <= begun.half
       left join decision_clocks c on c.id = w.kind || '-' || w.key and c.since = w.since
     where c.step is null or c.step = 'half' and w.since <= begun.day or c.step <> 'over' and w.since <= begun.over
     order by w.since, w.kind, w.key limit $5`,
    [kinds, ...clockSteps.map((step) => kinds.map((kind) => before[kind][step])), most],
  );
  const found = new Map<string, WaitingDecision>();
  for (const [kind, untold] of Map.groupBy(rows, (row) => row.kind)) {
    const keys = untold.map(({ key }) => key);
    for (const decision of await readDecisions(database, kind, keys)) found.set(clockIdOf(decision), decision);
  }
  return rows.flatMap((row) => found.get(clockIdOf(row)) ?? []);
};

/** Returns one thing, or undefined when it does not wait any more. */
export const findDecision = async (
  database: Database,
  kind: ClockKind,
  key: string,
): Promise<WaitingDecision | undefined> => (await readDecisions(database, kind, [key]))[0];

/** Returns who decides about a thing first. The inbox has it for them. */
export const decidersOf = async (
  database: Database,
  { kind, key, apiId, askers, isAtGateway }: WaitingDecision,
): Promise<readonly number[]> => {
  const [asker = 0] = askers;
  const without = (ids: readonly number[]) => ids.filter((id) => !askers.includes(id));
  switch (kind) {
    case 'access':
      return without(await accessDeciders(database, { requestId: Number(key), apiId, requestedBy: asker }));
    case 'registration':
      return await idsOf(
        database,
        `exists (select from registrations r where r.id = $1 and r.status = 'NEW' and ${decidesRegistration})`,
        [Number(key)],
      );
    case 'deletion':
      return await otherAdministrators(database, asker);
    case 'drift':
      return await idsOf(database, `u.roles @> '{${isAtGateway ? 'ROLE_KONG_ADMIN' : 'ROLE_PORTAL_ADMIN'}}'`, []);
    case 'approval':
      return without(await approvers(database, apiId, asker));
    default:
      return kind satisfies never;
  }
};

const roleOf = {
  'portal-administrators': `u.roles @> '{ROLE_PORTAL_ADMIN}'`,
  'gateway-administrators': `u.roles @> '{ROLE_KONG_ADMIN}'`,
  auditors: `u.roles @> '{ROLE_AUDITOR}' and not o.external`,
} as const satisfies Record<ClockAudience, string>;

/**
 * Returns to whom a thing goes when its time is over (docs/decisions/0146-clocks.md): to the portal's administrators where others
 * decide first. Otherwise to all who may decide, again, and to auditors of the company that runs the portal, who only see it.
 */
export const audiencesOf = ({ isAtGateway, hasFirst }: WaitingDecision): readonly ClockAudience[] => {
  if (hasFirst) return ['portal-administrators'];
  return [isAtGateway ? 'gateway-administrators' : 'portal-administrators', 'auditors'];
};

/** Returns the people of some audiences, each once and as the first of them, without those who asked. */
export const peopleOf = async (
  database: Database,
  audiences: readonly ClockAudience[],
  askers: readonly number[],
): Promise<readonly Readonly<{ userId: number; as: ClockAudience }>[]> => {
  const found = new Map<number, ClockAudience>();
  for (const as of audiences)
    for (const id of await idsOf(database, roleOf[as], []))
      if (!found.has(id) && !askers.includes(id)) found.set(id, as);
  return [...found].map(([userId, as]) => ({ userId, as }));
};
