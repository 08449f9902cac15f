import * as z from 'zod/mini';
import { auditFormats } from '../audit-export/formats.ts';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { endCauses, spanNouns } from './span.ts';
import { asOfSubjects } from './subjects.ts';

/** Rows on a page. */
export const asOfPageSize = 50;

/**
 * How what was allowed and what could be done went together. `late`: it could be done and was not allowed, because its removal
 * came late. `waiting`: it was allowed and could not be done, because it was not there yet, or not any more.
 */
export const asOfStates = ['working', 'waiting', 'late', 'drift'] as const;
export type AsOfState = (typeof asOfStates)[number];

const searched = z._default(z.string().check(atMost(100), z.trim()), '');

/** `GET /api/as-of`: what was true at a moment. */
export const asOfQuery = z.extend(
  listParameters(['organization', 'name', 'api', 'since'], { sort: 'organization', order: 'asc' }),
  {
    of: z._default(z.enum(asOfSubjects), 'api'),
    /** The number of the API, organization, person or topic. A call without it is refused. */
    id: z.optional(idParameter),
    /** Of an API, or of an organization's calls. */
    env: z.optional(environmentSchema),
    /** The moment. Absent: now. */
    at: z.optional(z.iso.datetime({ offset: true })),
    search: searched,
    state: z.optional(z.enum(asOfStates)),
  },
);
export type AsOfQuery = z.output<typeof asOfQuery>;

/** `GET /api/as-of/download`: all pages. */
export const asOfFileQuery = z.extend(asOfQuery, { format: z._default(z.enum(auditFormats), 'csv') });
export type AsOfFileQuery = z.output<typeof asOfFileQuery>;

const party = z.object({ id: idSchema, name: z.string() });

/** Somebody who did something. Null: the portal, or somebody of another organization whom the reader may not see (`isOther`). */
const doer = z.object({ user: z.nullable(party), isOther: z.boolean() });

const span = z.object({
  since: z.string(),
  /** Null: no end is known. It may be to come. */
  until: z.nullable(z.string()),
  cause: z.nullable(z.enum(endCauses)),
  /** Null: it has not ended, or nobody ended it. */
  endedBy: z.nullable(doer),
});
export type AsOfSpan = z.output<typeof span>;

const asOfRow = z.object({
  /** The thing and the generation of its credentials: `consumer-7/2`. */
  id: z.string(),
  noun: z.enum(spanNouns),
  /** As the audit finds it: `consumer-7`. */
  thing: z.string(),
  generation: z.int(),
  state: z.enum(asOfStates),
  /** Of the key or the subscription. */
  name: z.string(),
  /** The client id, or the user at Kafka. */
  client: z.string(),
  organization: z.nullable(party),
  api: z.nullable(party),
  environment: z.nullable(environmentSchema),
  topic: z.nullable(party),
  category: z.nullable(party),
  application: z.nullable(party),
  /** Whose account it is. Its name is '' for a person who was erased, or who is of another organization now. */
  person: z.nullable(party),
  roles: z.array(z.string()),
  /** What was missing, changed or added by hand, and when that was found. */
  lost: z.array(z.string()),
  foundAt: z.nullable(z.string()),
  /** Null: nobody, of drift. */
  given: z.nullable(z.extend(doer, { at: z.string() })),
  entitled: z.nullable(span),
  inForce: z.nullable(span),
  drift: z.nullable(span),
});
export type AsOfRow = z.output<typeof asOfRow>;

export const asOfPage = z.extend(pageOf('rows', asOfRow), {
  /** The moment that was asked for. */
  at: z.string(),
  /** What it is about. Null: the reader knows of no such thing. */
  about: z.nullable(party),
  /**
   * What a person could do then: rows of the table of rights, as it is today, that their roles allow and that not everybody has.
   * Null: it is about nobody.
   */
  rights: z.nullable(z.array(z.string())),
});
export type AsOfPage = z.output<typeof asOfPage>;

/** `GET /api/as-of/subjects`: what a reader can ask about, by name. */
export const asOfSubjectsQuery = z.object({ of: z._default(z.enum(asOfSubjects), 'api'), search: searched });

/** @property second what tells things of the same name apart: an API's organization, a person's. */
export const asOfSubjectList = z.object({
  subjects: z.array(z.object({ id: idSchema, name: z.string(), second: z.string() })),
});
export type AsOfSubjectRow = z.output<typeof asOfSubjectList>['subjects'][number];
