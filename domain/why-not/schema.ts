import * as z from 'zod/mini';
import {
  type Action,
  authorizationTable,
  type Condition,
  conditions,
  type Fact,
  facts,
} from '../core/authorization.ts';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { atMost } from '../core/required-text.ts';
import { beyondTable } from './beyond-table.ts';
import { verdicts } from './explain.ts';

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as [Key, ...Key[]];

/** The rows of the table, in its order. */
export const actions = keysOf<Action>(authorizationTable);

/**
 * `GET /api/why-not`.
 *
 * @property personId whose right it is. Absent: the caller's.
 * @property userId   whose account, request or notice it is about.
 */
export const whyNotQuery = z.object({
  action: z.enum(actions),
  personId: z.optional(idParameter),
  apiId: z.optional(idParameter),
  applicationId: z.optional(idParameter),
  eventCategoryId: z.optional(idParameter),
  organizationId: z.optional(idParameter),
  userId: z.optional(idParameter),
  env: z.optional(environmentSchema),
});
export type WhyNotQuery = z.output<typeof whyNotQuery>;

const party = z.object({ id: idSchema, name: z.string() });
const maybe = z.nullable(party);

const rule = z.enum(keysOf<Condition>(conditions));
const fact = z.enum(keysOf<Fact>(facts));

/** Names are only of people whom the reader may know. `more`: there are others like them. */
const changers = z.object({
  rule,
  people: z.array(z.object({ id: idSchema, name: z.string(), email: z.string() })),
  more: z.boolean(),
});

/** How a fact that was missing becomes true. `by` is null when nobody can change it. */
const change = z.object({
  fact,
  by: z.nullable(z.enum(actions)),
  /** Whose administrators, or which maintainers. */
  organization: maybe,
  application: maybe,
  who: z.array(changers),
});
export type WhyNotChange = z.output<typeof change>;

const part = z.object({
  action: z.enum(actions),
  verdict: z.enum(verdicts),
  rules: z.array(z.object({ rule, facts: z.array(z.object({ fact, met: z.nullable(z.boolean()) })) })),
  changes: z.array(change),
  beyond: z.array(z.enum(beyondTable)),
});
export type WhyNotPart = z.output<typeof part>;

export const whyNotAnswer = z.object({
  /** Null: the caller. */
  person: maybe,
  /** Why the person can't even sign in. */
  standing: z.nullable(z.enum(['disabled', 'organization-off'])),
  about: z.object({ api: maybe, application: maybe, eventCategory: maybe, organization: maybe, user: maybe }),
  /** The row that was asked about, then those that it needs besides. */
  parts: z.array(part),
});
export type WhyNotAnswer = z.output<typeof whyNotAnswer>;

/** What support can ask about. */
const whyNotSubjects = ['person', 'api', 'application', 'event-category', 'organization', 'user'] as const;
export type WhyNotSubject = (typeof whyNotSubjects)[number];

export const whyNotSubjectsQuery = z.object({
  of: z.enum(whyNotSubjects),
  search: z._default(z.string().check(atMost(100), z.trim()), ''),
});

/** @property second what tells things of the same name apart: their organization. */
export const whyNotSubjectList = z.object({
  subjects: z.array(z.object({ id: idSchema, name: z.string(), second: z.string() })),
});
