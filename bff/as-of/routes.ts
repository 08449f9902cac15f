import { listAsOf, listAsOfSubjects } from '#domain/as-of/calls.ts';
import { rightsOf } from '#domain/as-of/rights.ts';
import { type AsOfPage, type AsOfQuery, type AsOfRow, asOfPageSize } from '#domain/as-of/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import type { Csv } from '../http/list-routes.ts';
import { listRoutes } from '../http/list-routes.ts';
import { recordAuditRead, recordPersonViewed } from '../http/record-view.ts';
import { authorizeOpenly, type ReceivedOf, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { containing, containingQuickly } from '../sql/containing.ts';
import { decidingAppsAt } from './deciding-apps.ts';
import { rowOf, type Sight } from './row.ts';
import { type AsOfColumns, findSubjects, readSpans } from './spans.ts';

/** Auditors and administrators of another organization read their own part. */
const sightOf = (actor: Actor): Sight => ({ only: may(actor, 'audit.list-all') ? undefined : actor.organizationId });

/** Milliseconds that a reader's clock may be ahead. */
const ahead = 60_000;

/** Returns the moment that a query asks for. @throws RefusedError for one that is to come. */
const momentOf = ({ at }: Pick<AsOfQuery, 'at'>, now: Date): Date => {
  if (at === undefined) return now;
  const moment = new Date(at);
  if (Number(moment) > Number(now) + ahead) throw invalidField('at', 'as-of.to-come');
  return moment > now ? now : moment;
};

/** Returns what the person of an account's row could do then, with the applications that they owned. */
const rightsIn = async (services: Pick<Services, 'db'>, rows: readonly AsOfColumns[], at: Date): Promise<string[]> => {
  const account = rows.find(({ noun, entitled_since: since }) => noun === 'user' && since !== null);
  if (!account) return [];
  const ownerApps = rows.flatMap(({ noun, entitled_since: since, application_id: id }) =>
    noun === 'owner' && since !== null && id !== null ? [id] : [],
  );
  const { roles = [], external: organizationExternal = false } = account.detail;
  const { user_id: userId, organization_id: organizationId } = account;
  const decidingApps = await decidingAppsAt(services, ownerApps, at);
  const place = { userId: userId ?? 0, organizationId: organizationId ?? 0, organizationExternal };
  return rightsOf({ ...place, roles, ownerApps, decidingApps });
};

/** What one person can have at a moment: an account, and the applications that they own. */
const mostOfPerson = 10_000;

const read = async (request: ReceivedOf<typeof listAsOf>, size: number): Promise<AsOfPage> => {
  const { services, actor, query } = request;
  const { db, now } = services;
  const { of, id, env, search, state, sort, order, page } = query;
  if (id === undefined) throw invalidField('id', 'as-of.about-required');
  const sight = sightOf(actor);
  const at = momentOf(query, now());
  const values = { id, at, only: sight.only, env: undefined, words: undefined, state: undefined, start: 0 };
  const asked = { ...values, env, words: containing(search), state, start: page * size };
  const isPerson = of === 'user';
  const [[about], found, all] = await Promise.all([
    findSubjects(db, { words: undefined, id, only: sight.only }, { of }),
    readSpans(db, asked, { of, sort, order, size: String(size) }),
    isPerson ? readSpans(db, values, { of, sort, order, size: String(mostOfPerson) }) : [],
    recordAuditRead(request),
  ]);
  const account = all.find(({ noun }) => noun === 'user');
  if (account?.organization_id)
    await recordPersonViewed(request, { userId: id, organizationId: account.organization_id });
  return {
    rows: found.flatMap((row) => (row.id === null ? [] : [rowOf({ ...row, id: row.id }, sight)])),
    total: Number(found[0]?.total ?? 0),
    page,
    at: at.toISOString(),
    about: about ? { id: about.id, name: about.name } : null,
    rights: isPerson ? await rightsIn(services, all, at) : null,
  };
};

const doer = (done: { user: { id: number; name: string } | null; isOther: boolean } | null): string => {
  if (done === null) return '';
  if (done.user) return done.user.name || `Number ${done.user.id}`;
  return done.isOther ? 'Another organization' : 'Portico';
};

const spanColumns = (heading: string, spanOf: (row: AsOfRow) => AsOfRow['entitled']) => ({
  [`${heading} from`]: (row: AsOfRow) => spanOf(row)?.since ?? '',
  [`${heading} until`]: (row: AsOfRow) => spanOf(row)?.until ?? '',
  [`${heading}: why it ended`]: (row: AsOfRow) => spanOf(row)?.cause ?? '',
  [`${heading}: ended by`]: (row: AsOfRow) => doer(spanOf(row)?.endedBy ?? null),
});

const csv: Csv<AsOfRow> = {
  name: 'as-of-a-date.csv',
  columns: {
    State: ({ state }) => state,
    Noun: ({ noun }) => noun,
    Thing: ({ thing }) => thing,
    Organization: ({ organization }) => organization?.name ?? '',
    API: ({ api }) => api?.name ?? '',
    Environment: ({ environment }) => environment ?? '',
    Topic: ({ topic }) => topic?.name ?? '',
    'Event category': ({ category }) => category?.name ?? '',
    Application: ({ application }) => application?.name ?? '',
    Key: ({ name }) => name,
    Client: ({ client }) => client,
    Credentials: ({ generation }) => (generation === 0 ? '' : String(generation)),
    Person: ({ person }) => (person ? person.name || `Number ${person.id}` : ''),
    Roles: ({ roles }) => roles.join(' '),
    'Approved by': ({ given }) => doer(given),
    'Approved at': ({ given }) => given?.at ?? '',
    ...spanColumns('Allowed', ({ entitled }) => entitled),
    ...spanColumns('In force', ({ inForce }) => inForce),
    ...spanColumns('Drift', ({ drift }) => drift),
    'Drift found at': ({ foundAt }) => foundAt ?? '',
    'Drift of': ({ lost }) => lost.join('; '),
  },
};

/** Who could do what at a moment (docs/decisions/0127-as-of-a-date.md). */
export const asOfRoutes = [
  ...listRoutes(listAsOf, {
    action: 'audit.list',
    summary: 'Who was allowed to call or to do what at a moment, and who could; to some only of their organization',
    pageSize: asOfPageSize,
    read: async (request, size) => {
      authorizeOpenly(request.actor, 'audit.list');
      return await read(request, size);
    },
    rowsOf: ({ rows }) => rows,
    csv,
  }),
  route(listAsOfSubjects, {
    action: 'audit.list',
    summary: 'The APIs, organizations, people and topics that the list can be about, also those that are gone',
    handle: async ({ services: { db }, actor, query: { of, search } }) => {
      authorizeOpenly(actor, 'audit.list');
      const words = containingQuickly(search);
      const subjects = await findSubjects(
        db,
        { words: words && [...words], id: undefined, only: sightOf(actor).only },
        { of },
      );
      return { subjects };
    },
  }),
];
