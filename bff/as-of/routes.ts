import { downloadAsOf, listAsOf, listAsOfSubjects } from '#domain/as-of/calls.ts';
import { rightsOf } from '#domain/as-of/rights.ts';
import { type AsOfPage, type AsOfQuery, asOfPageSize } from '#domain/as-of/schema.ts';
import type { Actor } from '#domain/core/actor.ts';
import { may } from '#domain/core/authorization.ts';
import { recordAuditRead, recordPersonViewed } from '../http/record-view.ts';
import { authorizeOpenly, type ReceivedOf, route } from '../http/route.ts';
import { sendExport } from '../http/send-export.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { containing, containingQuickly } from '../sql/containing.ts';
import { decidingAppsAt } from './deciding-apps.ts';
import { written } from './file.ts';
import { rowOf, type Sight } from './row.ts';
import { type AsOfColumns, findSubjects, readAllSpans, readSpans } from './spans.ts';

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

/** Returns the question of a query, as its reader may ask it. @throws RefusedError for one about nothing, or about what is to come */
const questionOf = ({ services, actor, query }: Pick<ReceivedOf<typeof listAsOf>, 'services' | 'actor' | 'query'>) => {
  const { id, env, search, state } = query;
  if (id === undefined) throw invalidField('id', 'as-of.about-required');
  return { id, at: momentOf(query, services.now()), only: sightOf(actor).only, env, words: containing(search), state };
};

type Question = ReturnType<typeof questionOf>;

/** Returns what a person could do then, and records who looked. Null: the question is about nobody. */
const personIn = async (
  request: Pick<ReceivedOf<typeof listAsOf>, 'services' | 'query' | 'actor' | 'c' | 'caller' | 'action'>,
  { id, at, only }: Question,
): Promise<string[] | null> => {
  const { services, query } = request;
  if (query.of !== 'user') return null;
  const all = { id, at, only, env: undefined, words: undefined, state: undefined, start: 0 };
  const choices = { of: query.of, sort: 'since', order: 'asc', size: String(mostOfPerson) } as const;
  const rows = await readSpans(services.db, all, choices);
  const account = rows.find(({ noun }) => noun === 'user');
  if (account?.organization_id)
    await recordPersonViewed(request, { userId: id, organizationId: account.organization_id });
  return await rightsIn(services, rows, at);
};

const read = async (request: ReceivedOf<typeof listAsOf>): Promise<AsOfPage> => {
  const { services, actor, query } = request;
  const { db } = services;
  const { of, sort, order, page } = query;
  const question = questionOf(request);
  const { id, at, only } = question;
  const start = page * asOfPageSize;
  const [[about], found, rights] = await Promise.all([
    findSubjects(db, { words: undefined, id, only }, { of }),
    readSpans(db, { ...question, start }, { of, sort, order, size: String(asOfPageSize) }),
    personIn(request, question),
    recordAuditRead(request),
  ]);
  const sight = sightOf(actor);
  return {
    rows: found.flatMap((row) => (row.id === null ? [] : [rowOf({ ...row, id: row.id }, sight)])),
    total: Number(found[0]?.total ?? 0),
    page,
    at: at.toISOString(),
    about: about ? { id: about.id, name: about.name } : null,
    rights,
  };
};

/** Sends all of an answer as an archive, the rows in the order of what they are about. */
const exportAnswer = async (request: ReceivedOf<typeof downloadAsOf>): Promise<Response> => {
  const { services, actor, query } = request;
  const question = questionOf(request);
  return await sendExport(request, 'as-of', async () => {
    const { of, search, format, env: environment, state } = query;
    const sight = sightOf(actor);
    const asOf = question.at.toISOString();
    const about = {
      ...{ thing: `${of}-${question.id}`, asOf, search },
      ...(environment && { environment }),
      ...(state && { state }),
    };
    const rights = await personIn(request, question);
    return {
      asked: { userId: actor.userId, organizationId: sight.only ?? null, format, person: '', address: '', ...about },
      written: written[format],
      parts: async function* () {
        for await (const rows of readAllSpans(services.db, question, of)) yield rows.map((row) => rowOf(row, sight));
      },
      query: about,
      ...(rights && { more: { rights } }),
    };
  });
};

/** Who could do what at a moment (docs/decisions/0127-as-of-a-date.md). */
export const asOfRoutes = [
  route(listAsOf, {
    action: 'audit.list',
    summary: 'Who was allowed to call or to do what at a moment, and who could; to some only of their organization',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'audit.list');
      return await read(request);
    },
  }),
  route(downloadAsOf, {
    action: 'audit.list',
    limit: 'export',
    recordsItself: true,
    summary:
      'All rows of the same answer in an archive, as CSV, lines of JSON or a document, with a manifest; the export is recorded',
    handle: async (request) => {
      authorizeOpenly(request.actor, 'audit.list');
      return await exportAnswer(request);
    },
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
