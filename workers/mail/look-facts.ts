import type { ForeignKind } from '#domain/drift/drift.ts';
import { effectOf } from '#domain/drift/effect.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import { keyLabel } from '#projections/key-label.ts';
import { UnreachableError } from '../engine/run.ts';
import type { MailWords } from './mail-text.ts';
import { screens } from './screens.ts';

/** Deployments, certificates and rights that a mail names. */
export const mostNamed = 10;

/** @property kind of somebody else's object, with the label of the key that it is about, as its reader may know it. Absent: protection was lost. */
type Found = Readonly<{
  path: string;
  gateway: string;
  kind?: ForeignKind;
  name?: string;
  key?: string | null;
}>;

const lineOf = ({ path, kind, name = '', key = null }: Found, words: MailWords): string =>
  kind ? words.added(effectOf(kind, name, key !== null), { path, name, key: key ?? '' }) : path;

/**
 * Whether the reader (`u`) may know whose key it is: administrators list all keys, others those of their
 * organization, and those for the APIs that they maintain.
 */
const knowsKey = `(u.roles && '{ROLE_PORTAL_ADMIN,ROLE_KONG_ADMIN}' or exists (
  select from consumers theirs left join apis called on called.id = theirs.api_id
    left join application_owners owner on owner.application_id = called.application_id
      and owner.user_id = u.id and owner.organization_id = u.organization_id
  where theirs.id = found.key_id and (theirs.organization_id = u.organization_id or owner.user_id is not null)))`;

/**
 * Names the deployments about which one look at a gateway found something, among those that the reader hears of.
 *
 * @throws UnreachableError when the read tables do not have them: they may be behind.
 */
export const lookFacts = async (
  {
    data: { look, apiId, gatewayId },
  }: RecordedEvent<Extract<PorticoEvent, { type: 'ProtectionLost' | 'ForeignObjectFound' }>>,
  { database, readerId, words }: Readonly<{ database: Database; readerId: number; words: MailWords }>,
  found: 'protection_losses' | 'foreign_objects',
) => {
  const what =
    found === 'foreign_objects'
      ? `, found.kind, found.name, case when ${knowsKey} then ${keyLabel('found.key_id')} else '#' || found.key_id end as key`
      : '';
  const { rows } = await database.query<Found>(
    `select distinct '/' || d.context_path || case d.environment when 'PROD' then '' else '-' || lower(d.environment) end as path,
       coalesce((select name from resources where id = $2), '') as gateway ${what}
     from ${found} found join deployments d on d.id = found.deployment_id join apis a on a.id = d.api_id
     join users u on u.id = $3
     where found.look = $1
       and (u.roles && '{ROLE_PORTAL_ADMIN,ROLE_KONG_ADMIN}' or u.organization_id = a.organization_id)
     order by path limit ${mostNamed + 1}`,
    [look, gatewayId, readerId],
  );
  if (!rows[0]) throw new UnreachableError({ code: 'portal.unavailable' });
  const lines = [...new Set(rows.slice(0, mostNamed).map((row) => lineOf(row, words)))];
  const deployments = [...lines, ...(rows.length > mostNamed ? ['…'] : [])].join('\n');
  return { parameters: { gateway: rows[0].gateway, deployments }, path: screens.api(apiId) };
};
