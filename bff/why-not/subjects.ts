import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { WhyNotSubject } from '#domain/why-not/schema.ts';
import type { Services } from '../http/services.ts';
import { relatedTo } from '../organization/shared/related-to.ts';
import { containingQuickly } from '../sql/containing.ts';
import { fullName } from '../sql/full-name.ts';

/** Choices of one search. */
const most = 50;

type Subject = Readonly<{ id: number; name: string; second: string }>;
type Words = readonly string[] | undefined;

const matches = (column: string, words: Words) =>
  words ? sql`and ${sql.raw(column)} like any(${words}::text[])` : sql``;
const onlyIf = (isLimited: boolean, clause: RawBuilder<unknown>) => (isLimited ? sql`and ${clause}` : sql``);

const people = (actor: Actor, words: Words) => sql`
  select users.id, ${fullName('users')} as name, organizations.name as second
  from users join organizations on organizations.id = users.organization_id
  where users.deleted_at is null ${matches('users.search', words)}
    ${onlyIf(!may(actor, 'why-not.ask-for'), sql`users.organization_id = ${actor.organizationId}`)}`;

/** What an asker may see of each kind, as `readAbout` finds it. */
const selects: Readonly<Record<WhyNotSubject, (actor: Actor, words: Words) => RawBuilder<unknown>>> = {
  person: people,
  user: people,
  api: (_actor, words) => sql`
    select id, name, organization_name as second from apis where true ${matches('fold_text(name)', words)}`,
  application: (actor, words) => sql`
    select applications.id, applications.name, organizations.name as second
    from applications join organizations on organizations.id = applications.organization_id
    where true ${matches('fold_text(applications.name)', words)}
      ${onlyIf(
        !may(actor, 'application.list-all'),
        sql`(applications.organization_id = ${actor.organizationId} or applications.id = any(${[...actor.ownerApps]}::integer[]))`,
      )}`,
  'event-category': (_actor, words) => sql`
    select id, name, '' as second from event_categories where true ${matches('fold_text(name)', words)}`,
  organization: (actor, words) => sql`
    select id, name, '' as second from organizations
    where status in ('active', 'deactivated') ${matches('sort_name', words)}
      ${onlyIf(!may(actor, 'organization.list-all'), sql`id in ${relatedTo(actor.organizationId)}`)}`,
};

/** Finds what can be asked about, by words. */
export const findWhyNotSubjects = async (
  { db }: Services,
  actor: Actor,
  of: WhyNotSubject,
  search: string,
): Promise<Subject[]> => {
  const select = selects[of](actor, containingQuickly(search));
  const { rows } = await sql<Subject>`select * from (${select}) found order by name, id limit ${sql.lit(most)}`.execute(
    db,
  );
  return rows;
};
