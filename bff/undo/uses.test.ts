import { expect, it } from 'vitest';
import { undoableNouns } from '#domain/undo/rules.ts';
import { isRefused, undoOf } from '#domain/undo/undo.ts';
import { allProjections } from '#projections/all-projections.ts';
import { type Projection, tablesOf as tablesIn } from '#projections/engine/projection.ts';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { nameOf, usesByRemoval } from './uses.ts';

/** What an example has that is no plain creation. */
const later: Readonly<Record<string, (data: Readonly<Record<string, unknown>>) => object>> = {
  DeploymentRequested: ({ to }) => ({ from: null, follows: undefined, to: { ...(to as object), former: undefined } }),
  UserRegistered: () => ({ identity: undefined }),
};

/** The creations that are undone by a deletion: the noun, and the call. */
const removals = undoableNouns.flatMap(({ decider: { noun }, rules }) => {
  const examples = allNounExamples.find(({ decider }) => decider.noun === noun)?.events ?? {};
  return Object.keys(rules).flatMap((type) => {
    const example = examples[type] ?? {};
    const data = { ...example, ...later[type]?.(example) };
    const event = { id: type, type, data, version: 1, meta: {} } as never;
    const undoing = undoOf([event], type, () => undefined);
    return !isRefused(undoing) && undoing.opposite.does === 'remove' ? [{ noun, call: undoing.opposite.call }] : [];
  });
});

it('every creation that is undone by a deletion has a list of what can belong to the thing', () => {
  expect(removals.map(({ noun }) => noun)).toEqual(
    expect.arrayContaining(['api', 'application', 'business-area', 'deployment', 'event-category', 'resource', 'user']),
  );
  expect(removals.filter(({ call }) => !usesByRemoval.has(nameOf(call)))).toEqual([]);
});

/** Columns that name a thing by another word than its noun's. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  application: ['owner_of'],
  'event-category': ['category_id'],
  resource: ['gateway_id', 'kafka_env_id'],
  user: ['holder'],
};

const told = 'who is told';
const happened = 'what happened';
const followed = 'what the next entries of a history, or the next spans, follow from';
const found = 'what was found at a gateway or of a deployment, which stays there';
const lapses = 'lapses when the thing that it is about goes';

/** Read tables whose rows name a thing and do not belong to it: by the noun of the thing, with the reason. */
const besides: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api: {
    access_spans: happened,
    api_versions: 'its own versions: it has to be as it was published',
    approvals: lapses,
    consumers: 'keys of its deployments, which are counted',
    credential_views: 'who saw a key of its deployments, which are counted',
    history_deployments: followed,
    history_keys: followed,
    notice_subjects: told,
    notices: told,
    operations: happened,
    span_subjects: followed,
    take_overs: 'lead to a deployment, which is counted',
  },
  application: {
    access_spans: happened,
    application_addresses: 'who is invited to it, as it was entered',
    application_owners: 'who owns it, as it was entered',
    desk_cases: 'cases of its owners about operations of its APIs, which are counted',
    issues: 'reports of people, which stay',
    notice_deciding_applications: told,
    notice_owners: told,
    notice_subjects: told,
    operation_subjects: 'what operations are about',
    span_subjects: followed,
  },
  deployment: {
    approvals: lapses,
    differences: found,
    foreign_objects: found,
    history_keys: followed,
    key_limits: 'limits of its keys, which are counted',
    protection_losses: found,
    span_subjects: followed,
  },
  'event-category': {
    access_spans: happened,
    event_category_versions: 'what happened to it itself',
    notice_subjects: told,
    notices: told,
    span_subjects: followed,
  },
  resource: {
    approvals: lapses,
    differences: found,
    event_subscriptions: 'are at a topic, which is counted',
    foreign_objects: found,
    notices: told,
    protection_losses: found,
    take_overs: 'decisions about services of it, which fall with it; the deployment that one leads to is counted',
    viewable_logins: 'logins at its deployments, which are counted',
  },
  user: {
    access_request_joins: 'whoever joined a request has signed in: the account stays anyway',
    access_spans: happened,
    application_addresses: 'an invitation to an application: whoever came of it owns the application, which is counted',
    approvals: lapses,
    credential_views: 'whoever saw a key has signed in: the account stays anyway',
    history: happened,
    notice_owners: told,
    notice_subjects: told,
    notices: told,
    owner_organizations: 'where they are, as owners of applications, which are counted',
    registrations: 'an account of an approved request stays anyway',
    role_changes: happened,
    span_subjects: followed,
  },
};

it('every read table that names a thing is counted as belonging to it, or there is a reason', () => {
  const tables = (allProjections as readonly Projection[]).flatMap(tablesIn);
  const needed = new Set<string>();
  const forgotten = removals.flatMap(({ noun, call }) => {
    const counted = (usesByRemoval.get(nameOf(call)) ?? []).map(({ table }): string => table);
    const columns = [`${noun.replaceAll('-', '_')}_id`, ...(otherNames[noun] ?? [])];
    const naming = tables.filter(({ columns: own }) => columns.some((column) => Object.hasOwn(own, column)));
    const uncounted = naming.map(({ name }) => name).filter((name) => !counted.includes(name));
    for (const name of uncounted) needed.add(`${name} names a ${noun}`);
    return uncounted
      .filter((name) => !Object.hasOwn(besides[noun] ?? {}, name))
      .map((name) => `${name} names a ${noun}`);
  });
  expect(forgotten).toEqual([]);
  const excused = Object.entries(besides).flatMap(([noun, reasons]) =>
    Object.keys(reasons).map((name) => `${name} names a ${noun}`),
  );
  expect(excused.filter((each) => !needed.has(each))).toEqual([]);
});
