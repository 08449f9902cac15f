import { isDeepStrictEqual } from 'node:util';
import { mostChanges, type SpecChange, type SpecComparison, type Verdict, verdicts } from '#domain/api/comparison.ts';
import { cutText } from '#platform/cut-text.ts';
import { type Server, serversOf } from '../servers.ts';
import { changedServers, movesOf, pairOperations } from './addresses.ts';
import { compareOperations } from './compare-operations.ts';
import { type CompareSchemas, type Found, type Report, schemaComparison } from './compare-schemas.ts';
import { type Contract, contractOf, readFrom, sentIn } from './contract.ts';
import { mergeOf } from './merged-schema.ts';
import { saySame } from './notes.ts';
import { type RuleName, rules, type Use, verdictOf } from './rules.ts';
import { isPlace } from './schema-names.ts';
import { reachable } from './schema-reference.ts';

/** Returns the names of the schemas that callers send and of those that they read. A webhook goes the other way. */
const usesOf = (contract: Contract) => {
  const [operations, webhooks] = [[...contract.operations.values()], [...contract.webhooks.values()]];
  return {
    request: reachable(contract, [...operations.flatMap(sentIn), ...webhooks.flatMap(readFrom)]),
    response: reachable(contract, [...operations.flatMap(readFrom), ...webhooks.flatMap(sentIn)]),
  };
};

/** Names come from a stranger's document and may be very long. */
const shortened = (text: string): string => cutText(text, 300);

type Add = (subject: string, kind: SpecChange['kind'], effect: SpecChange['effect'], found: Found) => void;

/** Counts all lines and keeps the first of each verdict, as many as a response may have. */
const collector = () => {
  const kept = Object.fromEntries(verdicts.map((verdict) => [verdict, []])) as unknown as Record<Verdict, SpecChange[]>;
  const counts: Record<Verdict, number> = { breaks: 0, 'may-break': 0, safe: 0 };
  const add: Add = (subject, kind, effect, { rule, use, place, before = '', after = '' }) => {
    const verdict = verdictOf(rule, use);
    counts[verdict] += 1;
    const lines = kept[verdict];
    if (lines.length >= mostChanges) return;
    lines.push({
      subject: shortened(subject),
      kind,
      effect,
      what: rules[rule].what,
      verdict,
      place: shortened(place),
      before: shortened(before),
      after: shortened(after),
    });
  };
  return {
    add,
    result: (): SpecComparison => ({
      changes: verdicts.flatMap((verdict) => kept[verdict]).slice(0, mostChanges),
      breaking: counts.breaks,
      maybe: counts['may-break'],
      total: counts.breaks + counts['may-break'] + counts.safe,
    }),
  };
};

/** Pairs of schemas. Beyond this limit, joined or split alternatives are reported as removed and added. */
const mostLooks = 20_000;

const whole: Use = { request: true, response: true };
const found = (rule: RuleName): Found => ({ rule, place: '', use: whole });

type Comparison = (report: Report) => CompareSchemas;

const compareServers = (
  subject: string,
  before: readonly [Server, ...Server[]],
  after: readonly [Server, ...Server[]],
  add: Add,
): void => {
  const { gone, left, added, first } = changedServers(before, after);
  if (first)
    add(subject, 'operation', 'changed', {
      ...found('server-preferred'),
      before: `${first[0]}/`,
      after: `${first[1]}/`,
    });
  for (const server of gone) add(subject, 'operation', 'changed', { ...found('server-removed'), before: server });
  for (const server of left) add(subject, 'operation', 'changed', { ...found('host-removed'), before: server });
  for (const server of added) add(subject, 'operation', 'changed', { ...found('server-added'), after: server });
};

const compareAllOperations = (before: Contract, after: Contract, comparison: Comparison, add: Add): void => {
  const { paired, moved, removed, added } = pairOperations(before.operations, after.operations);
  for (const { subject, ...addresses } of movesOf(moved))
    add(subject, 'operation', 'changed', { ...found('address-changed'), ...addresses });
  compareServers('servers', serversOf(before.root), serversOf(after.root), add);
  for (const [operation, now] of [...paired, ...moved]) {
    if (operation.call && now.call && (operation.call.isOwn || now.call.isOwn))
      compareServers(operation.name, operation.call.servers, now.call.servers, add);
    compareOperations([before, after], operation, now, comparison, (line) =>
      add(operation.name, 'operation', 'changed', line),
    );
  }
  for (const { name } of removed) add(name, 'operation', 'removed', found('operation-removed'));
  for (const { name } of added) add(name, 'operation', 'added', found('operation-added'));
};

const compareAllWebhooks = (before: Contract, after: Contract, comparison: Comparison, add: Add): void => {
  for (const [name, webhook] of before.webhooks) {
    const now = after.webhooks.get(name);
    if (!now) add(webhook.name, 'operation', 'removed', found('message-removed'));
    else
      compareOperations(
        [before, after],
        webhook,
        now,
        comparison,
        (line) => add(webhook.name, 'operation', 'changed', line),
        true,
      );
  }
  for (const [name, webhook] of after.webhooks)
    if (!before.webhooks.has(name)) add(webhook.name, 'operation', 'added', found('message-added'));
};

/**
 * Compares each named schema once, however many operations use it. An added or removed schema breaks nothing by itself:
 * the operations that use it report the change.
 */
const compareAllSchemas = (before: Contract, after: Contract, comparison: Comparison, add: Add): void => {
  const uses = usesOf(before);
  for (const [name, schema] of before.schemas) {
    if (!after.schemas.has(name)) {
      if (!isPlace(name)) add(name, 'schema', 'removed', found('schema-removed'));
      continue;
    }
    const now = after.schemas.get(name);
    if (isDeepStrictEqual(schema, now)) continue;
    let hasChanged = false;
    const compare = comparison((line) => {
      hasChanged = true;
      add(name, 'schema', 'changed', line);
    });
    compare(schema, now, '', { request: uses.request.has(name), response: uses.response.has(name) });
    const [was, is] = [
      { root: before.root, written: schema },
      { root: after.root, written: now },
    ];
    if (!hasChanged && !saySame(was, is)) add(name, 'schema', 'changed', found('schema-documented'));
  }
  for (const name of after.schemas.keys())
    if (!before.schemas.has(name) && !isPlace(name)) add(name, 'schema', 'added', found('schema-added'));
};

/**
 * Returns the differences between two parsed descriptions, and what each means for a caller of the older one. Call it in
 * a child process only: it takes long.
 */
export const compareSpecs = (older: unknown, newer: unknown): SpecComparison => {
  const [before, after] = [contractOf(older), contractOf(newer)];
  const contracts = {
    older: before,
    newer: after,
    mergeOld: mergeOf(before),
    mergeNew: mergeOf(after),
    looks: { left: mostLooks },
  };
  const comparison: Comparison = (report) => schemaComparison(contracts, report);
  const { add, result } = collector();
  compareAllOperations(before, after, comparison, add);
  compareAllWebhooks(before, after, comparison, add);
  compareAllSchemas(before, after, comparison, add);
  return result();
};
