import { isDeepStrictEqual } from 'node:util';
import { type SpecChange, type SpecComparison, type Verdict, verdicts } from '#domain/api/comparison.ts';
import type { EventComparison } from '#domain/event-category/comparison.ts';
import { changeCollector } from '../compare/change-collector.ts';
import { type Found, schemaComparison } from '../compare/compare-schemas.ts';
import { type Contract, schemaContract } from '../compare/contract.ts';
import { mergeOf } from '../compare/merged-schema.ts';
import { saySame } from '../compare/notes.ts';
import { type RuleName, verdictOf } from '../compare/rules.ts';
import { namesIn } from '../compare/schema-names.ts';
import { reachable } from '../compare/schema-reference.ts';
import { type Fields, fieldsOf } from '../spec-tree.ts';
import { parseSchema } from './check-schema.ts';
import { inOneForm } from './dialect.ts';
import { exclusiveChanges } from './exclusive-changes.ts';
import { fieldsOfNames } from './field-places.ts';
import type { SentSchema } from './read-events.ts';
import { schemasIn } from './walk-schema.ts';

/** Pairs of schemas of one event that may be compared to find joined or split alternatives. */
const mostLooks = 5_000;

/**
 * Readers of messages often check them against the schema that they know, which callers of an API hardly do. So what an API's
 * caller would not feel may stop them.
 */
const strictReaders: Partial<Readonly<Record<RuleName, Verdict>>> = {
  'property-added-closed': 'breaks',
  'property-required-added-closed': 'breaks',
  opened: 'breaks',
  'pattern-unset': 'may-break',
  'pattern-changed': 'may-break',
};
/** A writer whose property is not known to a schema that takes no others. */
const strictWriters: Partial<Readonly<Record<RuleName, Verdict>>> = { 'property-removed-closed': 'breaks' };

const readerVerdict = ({ rule, use }: Found): Verdict =>
  (use.response ? strictReaders[rule] : undefined) ?? verdictOf(rule, { request: false, response: use.response });
const writerVerdict = ({ rule, use }: Found): Verdict =>
  (use.request ? strictWriters[rule] : undefined) ?? verdictOf(rule, { request: use.request, response: false });

const atLeast = (verdict: Verdict, least: Verdict): Verdict =>
  verdicts.indexOf(verdict) < verdicts.indexOf(least) ? verdict : least;

/** The names of schemas that are used where a narrower one allows more: below `not`, `if` and `contains`. */
const turnedNames = (root: Fields, contract: Contract): ReadonlySet<string> => {
  const below = new Set<string>();
  for (const [, fields] of schemasIn(root))
    for (const word of ['not', 'if', 'contains'] as const) namesIn(fields[word], below);
  return new Set([
    ...below,
    ...reachable(
      contract,
      [...below].map((name) => contract.schemas.get(name)),
    ),
  ]);
};

const joined = (field: string, place: string): string => {
  if (field === '' || place === '') return `${field}${place}`;
  return place.startsWith('[]') ? `${field}${place}` : `${field}.${place}`;
};

const whole = { request: true, response: true } as const;

type Line = Readonly<{ found: Found; isTurned: boolean }>;

const compareSchemas = (older: string, newer: string): readonly Line[] => {
  const [before, after] = [older, newer].map((text) =>
    inOneForm(fieldsOf(parseSchema(text, { exact: true })) ?? {}),
  ) as [Fields, Fields];
  if (isDeepStrictEqual(before, after)) return [];
  const [was, is] = [schemaContract(before), schemaContract(after)];
  const contracts = {
    older: was,
    newer: is,
    mergeOld: mergeOf(was),
    mergeNew: mergeOf(is),
    looks: { left: mostLooks },
  };
  const [ofOld, ofNew] = [reachable(was, [before]), reachable(is, [after])];
  const turned = new Set([...turnedNames(before, was), ...turnedNames(after, is)]);
  const fields = fieldsOfNames(before);
  const lines: Line[] = [];
  for (const name of new Set(['#', ...ofOld])) {
    if (name !== '#' && !ofNew.has(name)) continue;
    const [one, other] = [was.schemas.get(name), is.schemas.get(name)];
    if (isDeepStrictEqual(one, other)) continue;
    const compare = schemaComparison(contracts, (found) =>
      lines.push({
        found: { ...found, place: joined(fields.get(name) ?? name, found.place) },
        isTurned: turned.has(name),
      }),
    );
    compare(one, other, '', whole);
  }
  for (const found of exclusiveChanges(before, after)) lines.push({ found, isTurned: false });
  if (lines.length === 0 && !saySame({ root: {}, written: before }, { root: {}, written: after }))
    lines.push({ found: { rule: 'schema-documented', place: '', use: whole }, isTurned: false });
  return lines;
};

type Side = ReturnType<typeof changeCollector>;

/**
 * Returns what the newer events mean for those who follow the older ones. Events are paired by `eventTypeId`, which is what a
 * message says of itself. Call it in a child process only; the schemas were checked before (`checkSchemas`).
 */
export const compareEvents = (older: readonly SentSchema[], newer: readonly SentSchema[]): EventComparison => {
  const [readers, writers] = [changeCollector(), changeCollector()];
  const tell = (subject: string, effect: SpecChange['effect'], { found, isTurned }: Line): void => {
    const least: Verdict = isTurned && found.rule !== 'schema-documented' ? 'may-break' : 'safe';
    const add = (side: Side, verdict: Verdict) => side.add(subject, 'schema', effect, found, atLeast(verdict, least));
    add(readers, readerVerdict(found));
    add(writers, writerVerdict(found));
  };
  const line = (rule: RuleName): Line => ({ found: { rule, place: '', use: whole }, isTurned: false });
  const now = new Map(newer.map((event) => [event.eventTypeId, event]));
  for (const event of older) {
    const next = now.get(event.eventTypeId);
    if (!next) tell(event.eventTypeId, 'removed', line('event-removed'));
    else {
      const lines = compareSchemas(event.schema, next.schema);
      for (const one of lines) tell(event.eventTypeId, 'changed', one);
      const isSaidOtherwise = event.name !== next.name || event.description !== next.description;
      if (lines.length === 0 && isSaidOtherwise) tell(event.eventTypeId, 'changed', line('schema-documented'));
    }
  }
  const known = new Set(older.map(({ eventTypeId }) => eventTypeId));
  for (const { eventTypeId } of newer) if (!known.has(eventTypeId)) tell(eventTypeId, 'added', line('event-added'));
  const [forReaders, forWriters]: [SpecComparison, SpecComparison] = [readers.result(), writers.result()];
  return { readers: forReaders, writers: forWriters };
};
