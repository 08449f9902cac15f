import { describe, expect, it } from 'vitest';
import type { Acl } from '../admin/acls.ts';
import type { TopicConfig } from '../admin/configs.ts';
import type { Topic } from '../admin/topics.ts';
import { loginDifferences, unGivenRights } from './login-differences.ts';
import { othersAcls, othersDifference } from './others-acls.ts';
import { type AppliedTopic, topicDifferences } from './topic-differences.ts';

const applied: AppliedTopic = {
  details: {
    name: 'orders',
    kafkaEnvId: 1,
    categoryId: 1,
    organizationId: 1,
    organizationAttr: '{}',
    subscribed: [1],
    partitions: 2,
    replication: null,
    config: { 'retention.ms': '1000' },
  },
  named: ['retention.ms', 'cleanup.policy', 'leader.replication.throttled.replicas'],
  made: { brokerId: 'one', partitions: 2, replication: 1 },
};
const topic: Topic = { id: 'one', name: 'orders', partitions: 2, replication: 1, isInternal: false, isReady: true };
const own = (key: string, value: string, isOwn = true): TopicConfig => ({ key, value, isOwn, isReadOnly: false });
const asApplied = [own('retention.ms', '1000'), own('cleanup.policy', 'delete', false)];
const found = (seen: Partial<Topic> = {}, configs: readonly TopicConfig[] = asApplied, known = applied) =>
  topicDifferences(known, { topic: { ...topic, ...seen }, configs }).map(({ objectId, fields }) => [
    objectId,
    ...fields.map(({ field, applied: wanted, held }) => `${field} ${wanted} ${held}`),
  ]);

describe('a topic', () => {
  it.each<[what: string, differing: unknown[], expected: string[][]]>([
    ['as it was applied', found(), []],
    ['with more partitions', found({ partitions: 4 }), [['partitions', 'partitions 2 4']]],
    ['whose replicas move is no difference', found({ replication: 3 }), []],
    [
      'nor what brokers set while they move them',
      found({}, [...asApplied, own('leader.replication.throttled.replicas', '*')]),
      [],
    ],
    ['nor what nobody named here', found({}, [...asApplied, own('max.message.bytes', '5')]), []],
    [
      'with a setting that is named no more and was set by hand',
      found({}, [own('retention.ms', '1000'), own('cleanup.policy', 'compact')]),
      [['settings', 'cleanup.policy null compact']],
    ],
    [
      'with a setting that became the default',
      found({}, [own('retention.ms', '1000', false)]),
      [['settings', 'retention.ms 1000 null']],
    ],
    ['whose settings can’t be read', topicDifferences(applied, { topic, configs: undefined }), []],
    [
      'that was saved with more partitions than the form says',
      found({ partitions: 4 }, asApplied, { ...applied, made: { brokerId: 'one', partitions: 4, replication: 1 } }),
      [],
    ],
    [
      'that is shown with those that it has now',
      found({ partitions: 4 }, asApplied, {
        ...applied,
        made: { brokerId: 'one', partitions: 4, replication: 1, saved: 2 },
      }),
      [['partitions', 'partitions 2 4']],
    ],
    ['that was made again', found({ id: 'two', partitions: 9 }), [['topic', 'id one two']]],
  ])('%s', (_what, differing, expected) => {
    expect(differing).toEqual(expected);
  });
});

const acl = (changes: Partial<Acl>): Acl => ({
  resource: 'topic',
  name: 'orders',
  pattern: 'literal',
  principal: 'User:reports',
  host: '*',
  operation: 'read',
  permission: 'allow',
  ...changes,
});

describe('rights', () => {
  const topics = ['payments', 'orders.eu', 'orders', 'order'];
  const groups = [
    { pattern: 'literal', name: 'till' },
    { pattern: 'literal', name: 'till' },
    { pattern: 'literal', name: 'portico-0a1b2c3d-12.' },
    { pattern: 'prefixed', name: 'portico-0a1b2c3d-12.' },
    { pattern: 'prefixed', name: 'portico-0a1b2c3d-1.' },
  ] as const;
  const own = { topics, groups };
  const isOwn = (principal: string) => principal === 'User:own';
  const twelve = 'portico-0a1b2c3d-12.*';
  const one = 'portico-0a1b2c3d-1.*';
  it.each<[what: string, given: Partial<Acl>, covered: string[]]>([
    ['to a topic by its name', {}, ['orders']],
    ['to topics that begin so', { name: 'orders', pattern: 'prefixed' }, ['orders', 'orders.eu']],
    ['to all topics', { name: '*' }, ['order', 'orders', 'orders.eu', 'payments']],
    ['of everybody', { principal: 'User:*', name: 'payments' }, ['payments']],
    ['of another kind of principal', { principal: 'Group:all' }, ['orders']],
    ["to somebody else's topic", { name: 'invoices' }, []],
    ['to topics that begin otherwise', { name: 'ordersx', pattern: 'prefixed' }, []],
    ['to a topic that is called like a wildcard', { name: '*', pattern: 'prefixed' }, []],
    ['to the cluster', { resource: 'cluster', name: 'kafka-cluster' }, []],
    ['to a group by its name', { resource: 'group', name: 'till' }, ['till']],
    ['to a topic that is called like a group', { name: 'till' }, []],
    ['to a group that is called like a topic', { resource: 'group', name: 'orders' }, []],
    ['to a group of those that begin so', { resource: 'group', name: 'portico-0a1b2c3d-12.till' }, [twelve]],
    [
      'to a group that is called as others begin',
      { resource: 'group', name: 'portico-0a1b2c3d-12.' },
      ['portico-0a1b2c3d-12.', twelve],
    ],
    [
      'to some groups of those that begin so',
      { resource: 'group', name: 'portico-0a1b2c3d-12.t', pattern: 'prefixed' },
      [twelve],
    ],
    [
      'to groups of several subscriptions',
      { resource: 'group', name: 'portico-0a1b2c3d-1', pattern: 'prefixed' },
      ['portico-0a1b2c3d-12.', one, twelve],
    ],
    ['to all groups', { resource: 'group', name: '*' }, ['portico-0a1b2c3d-12.', 'till', one, twelve]],
    ["to somebody else's group", { resource: 'group', name: 'portico-0a1b2c3d-2.till' }, []],
    ['to groups, of a user of the portal', { resource: 'group', name: '*', principal: 'User:own' }, []],
    ['of a user of the portal', { principal: 'User:own' }, []],
  ])('%s', (_what, given, covered) => {
    expect(othersAcls([acl(given)], own, isOwn).flatMap((each) => each.covers)).toEqual(covered);
  });

  it('are the same difference when they cover more topics, and another one when anything else changes', () => {
    const digest = (given: Partial<Acl>, covered: string[]) =>
      othersDifference({ acl: acl(given), covers: covered }).digest;
    expect(digest({ name: '*' }, ['orders'])).toBe(digest({ name: '*' }, ['orders', 'payments']));
    for (const change of [{ host: '10.0.0.7' }, { operation: 'write' }, { permission: 'deny' }] as const)
      expect(digest(change, ['orders'])).not.toBe(digest({}, ['orders']));
  });

  it('of a login are missing, denied, or too many', () => {
    const [read, write] = [acl({}), acl({ operation: 'write' })];
    const denied = acl({ permission: 'deny', operation: 'all' });
    const login = { user: 'reports', rights: [read], held: [write, denied], isThere: true };
    expect(unGivenRights(login)).toEqual([write]);
    expect(loginDifferences(login)).toMatchObject([
      { label: 'rights', form: 'changed', fields: [{ held: 'deny' }, { applied: 'allow', held: null }] },
    ]);
    expect(loginDifferences({ ...login, held: [read], isThere: false })).toMatchObject([
      { label: 'user', form: 'missing' },
    ]);
    expect(loginDifferences({ ...login, held: [read] })).toEqual([]);
  });
});
