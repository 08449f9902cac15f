import { isDeepStrictEqual } from 'node:util';
import type { SpecComparison } from '#domain/api/comparison.ts';
import { type Server, serversOf } from '../servers.ts';
import { compareAddressed } from './addressed-schemas.ts';
import { changedServers, movesOf, pairOperations } from './addresses.ts';
import { type Add, changeCollector } from './change-collector.ts';
import { compareOperations } from './compare-operations.ts';
import { type CompareSchemas, type Found, type Report, schemaComparison } from './compare-schemas.ts';
import { type Contract, contractOf, readFrom, sentIn } from './contract.ts';
import { mergeOf } from './merged-schema.ts';
import { saySame } from './notes.ts';
import type { RuleName, Use } from './rules.ts';
import { isPlace } from './schema-names.ts';
import { reachable } from './schema-reference.ts';
import { compareSchemes } from './security-schemes.ts';

/** Returns the names of the schemas that callers send and of those that they read. A webhook goes the other way. */
const usesOf = (contract: Contract) => {
  const [operations, webhooks] = [[...contract.operations.values()], [...contract.webhooks.values()]];
  return {
    request: reachable(contract, [...operations.flatMap(sentIn), ...webhooks.flatMap(readFrom)]),
    response: reachable(contract, [...operations.flatMap(readFrom), ...webhooks.flatMap(sentIn)]),
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
  const { add, result } = changeCollector();
  compareAllOperations(before, after, comparison, add);
  compareAllWebhooks(before, after, comparison, add);
  compareSchemes(before.root, after.root, (name, line) => add(`security ${name}`, 'operation', 'changed', line));
  compareAddressed(before.root, after.root, (reference, line) => add(reference, 'schema', 'changed', line));
  compareAllSchemas(before, after, comparison, add);
  return result();
};
