import { expect, it } from 'vitest';
import { undoableNouns } from '#domain/undo/rules.ts';
import { isRefused, undoOf } from '#domain/undo/undo.ts';
import { allProjections } from '#projections/all-projections.ts';
import { type Projection, tablesOf as tablesIn } from '#projections/engine/projection.ts';
import { allNounExamples } from '#test/examples/all-noun-examples.ts';
import { tablesOf } from '../sql/uses.ts';
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

/** Read tables whose rows name a thing and do not belong to it, with the reason. */
const besides: Readonly<Record<string, string>> = {
  access_request_joins: 'who joined a request: the request is counted',
  access_spans: 'what happened, as of a date',
  api_versions: 'the versions of an API: it has to be as it was published',
  application_addresses: 'who is invited to an application, as it was entered',
  application_owners: 'who owns an application, as it was entered; of a person it is counted',
  approvals: 'lapse when the thing that they are about goes',
  consumers: 'keys of a deployment: the deployment is counted',
  credential_views: 'who saw a key: the deployment, or the account, is counted',
  desk_cases: 'cases of owners of an application, about operations of its APIs, which are counted',
  differences: 'what was found at a gateway or of a deployment, which stays there',
  event_subscriptions: 'are at a topic, which is counted',
  event_category_versions: 'what happened to the category itself',
  foreign_objects: 'what was found at a gateway, which stays there',
  history: 'what happened',
  history_deployments: 'what the next entries of a history follow from',
  history_keys: 'what the next entries of a history follow from',
  issues: 'reports of people, which stay',
  key_limits: 'limits of keys of a deployment: the keys are counted',
  notice_deciding_applications: 'who is told',
  notice_owners: 'who is told',
  notice_subjects: 'who is told',
  notices: 'who is told',
  operation_subjects: 'what operations are about, and those of a deployment, which is counted',
  operations: 'what happened',
  owner_organizations: 'where an owner is, who is counted',
  protection_losses: 'what was found at a gateway or of a deployment, which stays there',
  registrations: 'an account of an approved request stays anyway',
  role_changes: 'what happened',
  span_subjects: 'what the next spans follow from',
  viewable_logins: 'logins at a gateway: its deployments are counted',
  take_overs: 'decisions about services of a gateway, which fall with it; the deployment that one leads to is counted',
};

it('every read table that names a thing is counted as belonging to it, or there is a reason', () => {
  const tables = (allProjections as readonly Projection[]).flatMap(tablesIn);
  const reasons = new Set<string>();
  const forgotten = removals.flatMap(({ noun, call }) => {
    const counted = tablesOf(usesByRemoval.get(nameOf(call)) ?? []) as readonly string[];
    const columns = [`${noun.replaceAll('-', '_')}_id`, ...(otherNames[noun] ?? [])];
    const naming = tables.filter(({ columns: own }) => columns.some((column) => Object.hasOwn(own, column)));
    const uncounted = naming.map(({ name }) => name).filter((name) => !counted.includes(name));
    for (const name of uncounted) reasons.add(name);
    return uncounted.filter((name) => !Object.hasOwn(besides, name)).map((name) => `${name} names a ${noun}`);
  });
  expect(forgotten).toEqual([]);
  expect(Object.keys(besides).filter((name) => !reasons.has(name))).toEqual([]);
});
