import * as z from 'zod/mini';
import { auditFormats } from '../audit-export/formats.ts';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { growingListParameters, growingPageOf } from '../core/list.ts';
import { periodFilters } from '../core/period.ts';
import { atMost } from '../core/required-text.ts';
import { undoFields } from '../core/undo-fields.ts';
import { historyOutcomes } from '../history/schema.ts';
import { acts } from './acts.ts';
import { auditNouns } from './nouns.ts';

/** Entries on a page. */
export const auditPageSize = 50;

/** Entries that a list counts. There may be more. */
export const mostCounted = 10_000;

const searched = (longest: number) => z._default(z.string().check(atMost(longest), z.trim()), '');

const filters = {
  /** Each word begins a word of an entry: a thing's name, a path, a key's nickname, a version. */
  search: searched(100),
  /** Whoever did it: words of the name, or of the e-mail address. */
  person: searched(100),
  userId: z.optional(idParameter),
  noun: z.optional(z.enum(auditNouns)),
  act: z.optional(z.enum(acts)),
  /** One thing, such as `deployment-7`: what happened to it. */
  thing: searched(120),
  organizationId: z.optional(idParameter),
  /** Where the call came from. */
  address: searched(60),
  ...periodFilters,
};

/** `GET /api/audit`: the newest first. */
export const auditQuery = z.extend(growingListParameters(['happenedAt'], { sort: 'happenedAt', order: 'desc' }), {
  ...filters,
  /** The newest entry is first: the oldest ones of all are read with a period. */
  order: z._default(z.enum(['desc']), 'desc'),
  /** Further pages are read on from a row. */
  page: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(mostCounted / auditPageSize - 1)), 0),
});
export type AuditQuery = z.output<typeof auditQuery>;

/** `GET /api/audit/export`: all pages. */
export const auditFileQuery = z.extend(auditQuery, { format: z._default(z.enum(auditFormats), 'csv') });
export type AuditFileQuery = z.output<typeof auditFileQuery>;

const auditFilters = z.object(filters);
export type AuditFilters = z.output<typeof auditFilters>;

/** The filters of everything. */
export const noAuditFilter: AuditFilters = auditFilters.parse({});

const party = z.object({ id: idSchema, name: z.string() });
const value = z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string())), z.null()]);

const auditRow = z.object({
  id: z.uuid(),
  /** The event's type. */
  type: z.string(),
  act: z.enum(acts),
  /** What it was done to: the stream of the event, and its version after it. */
  noun: z.string(),
  thing: z.string(),
  version: z.int(),
  /** The thing in whose history the entry stands: for a key, its API. */
  about: z.object({ noun: z.string(), id: z.int() }),
  /** The name that the thing had then, or the person whom it is about. */
  name: z.string(),
  happenedAt: z.string(),
  /** Null: the portal itself, or somebody of another organization whom the reader may not see (`isOther`). */
  user: z.nullable(z.object({ ...party.shape, organizationName: z.string() })),
  isOther: z.boolean(),
  /** Whose thing it is. Null: the portal. */
  organization: z.nullable(party),
  environment: z.nullable(environmentSchema),
  subject: z.string(),
  /** '' without a call. */
  address: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  changes: z.array(z.object({ field: z.string(), from: value, to: value })),
  operationId: z.nullable(z.uuid()),
  outcome: z.nullable(z.enum(historyOutcomes)),
  /** The row of the authorization table that allowed the call; '' where no call did, and for older events. */
  rule: z.string(),
  /** The roles that the person had then. */
  roles: z.array(z.string()),
  ...undoFields,
});
export type AuditRow = z.output<typeof auditRow>;

export const auditEntry = auditRow;

/** `GET /api/audit/entry/{id}/then`: the entry's thing after it. `fields`: null when it was not there, or its noun can't be shown. */
export const auditThen = z.object({ fields: z.nullable(z.array(z.object({ field: z.string(), value }))) });
export type AuditThen = z.output<typeof auditThen>;

export const auditPage = z.extend(growingPageOf('entries', auditRow), {
  /** Set when there are more entries than `total` says, see `mostCounted`. */
  isLeast: z.optional(z.literal(true)),
});
export type AuditPage = z.output<typeof auditPage>;
