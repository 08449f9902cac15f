import { expect } from 'vitest';
import type { Acl } from '../admin/acls.ts';
import { withKafka } from '../kafka.ts';
import { targetOf } from './broker-under-test.ts';
import type { Case } from './case.ts';
import { anywhere, asAdmin, eventually, failureOf, newName, newUser } from './on-broker.ts';

const allow = (acl: Partial<Acl> & Pick<Acl, 'name' | 'principal' | 'operation'>): Acl => ({
  resource: 'topic',
  pattern: 'literal',
  host: '*',
  permission: 'allow',
  ...acl,
});

/** Topics before groups, then by what may be done. */
const inOrder = (one: Acl, other: Acl): number =>
  one.pattern.localeCompare(other.pattern) || one.operation.localeCompare(other.operation);

export const aclCases: readonly Case[] = [
  [
    'rights are given, found and taken away one by one',
    async (broker) => {
      const name = newName('rights');
      const principal = `User:${name}`;
      const read = allow({ name, principal, operation: 'read' });
      const write = allow({ name, principal, operation: 'write' });
      const groups = allow({ resource: 'group', pattern: 'prefixed', name: `${name}.`, principal, operation: 'read' });
      await asAdmin(broker, async (kafka) => {
        const found = async (filter = {}) => (await kafka.describeAcls({ principal, ...filter })).toSorted(inOrder);
        await kafka.createAcls([read, write, groups]);
        await eventually(() => found()).toEqual([read, write, groups]);
        await kafka.createAcls([read]);
        expect(await found({ resource: 'topic', name })).toEqual([read, write]);
        expect(await found({ pattern: 'prefixed' })).toEqual([groups]);
        expect(await kafka.deleteAcls([read, allow({ name, principal, operation: 'alter' })])).toBe(1);
        await eventually(() => found()).toEqual([write, groups]);
        expect(await kafka.deleteAcls([write, groups])).toBe(2);
        await eventually(() => found()).toEqual([]);
      });
    },
  ],
  [
    'a person without rights finds and does nothing, and with them only what they give',
    async (broker) => {
      const name = newName('private');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name });
        const login = await newUser(kafka);
        const principal = `User:${login.user}`;
        const asUser = <Value>(use: Parameters<typeof withKafka<Value>>[2]) =>
          eventually(() => withKafka(targetOf(broker, login), anywhere, use).catch((error: Error) => error.message));
        await asUser((theirs) => theirs.describeTopic(name)).toBe('kafka.not-allowed');
        // What one may not see is not gone.
        await asUser(async (theirs) => (await theirs.describeTopics([name])).get(name)).toBe('unclear');
        await asUser((theirs) => theirs.listTopics()).toEqual([]);
        await asUser((theirs) => theirs.send(name, { value: 'one' })).toBe('kafka.not-allowed');
        await asUser((theirs) => theirs.createTopic({ name: newName('own') })).toBe('kafka.not-allowed');
        await asUser((theirs) => theirs.describeAcls()).toBe('kafka.not-allowed');
        await asUser((theirs) => theirs.upsertUser(login.user, 'another')).toBe('kafka.not-allowed');
        await asUser((theirs) => theirs.cluster()).toMatchObject({ hasAcls: undefined, mayAdminister: false });

        const write = allow({ name, principal, operation: 'write' });
        await kafka.createAcls([write]);
        await asUser((theirs) => theirs.send(name, { value: 'two' })).toMatchObject({ partition: 0 });
        await asUser((theirs) => theirs.readLast(name)).toBe('kafka.not-allowed');
        const read = allow({ name: 'private.', pattern: 'prefixed', principal, operation: 'read' });
        await kafka.createAcls([read]);
        await asUser((theirs) => theirs.readLast(name).then((all) => all.length)).toBe(1);
        await kafka.createAcls([{ ...read, name, pattern: 'literal', permission: 'deny' }]);
        await asUser((theirs) => theirs.readLast(name)).toBe('kafka.not-allowed');
        await kafka.deleteAcls(await kafka.describeAcls({ principal }));
        await asUser((theirs) => theirs.send(name, { value: 'three' })).toBe('kafka.not-allowed');
        await kafka.deleteUser(login.user);
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'a right is in force for a connection that is open',
    async (broker) => {
      const name = newName('open');
      await asAdmin(broker, async (kafka) => {
        await kafka.createTopic({ name });
        const login = await newUser(kafka);
        const write = allow({ name, principal: `User:${login.user}`, operation: 'write' });
        await kafka.createAcls([write]);
        await expect
          .poll(() =>
            withKafka(targetOf(broker, login), anywhere, (each) => each.send(name, { value: '' })).then(
              () => true,
              () => false,
            ),
          )
          .toBe(true);
        await withKafka(targetOf(broker, login), anywhere, async (theirs) => {
          await theirs.send(name, { value: 'before' });
          await kafka.deleteAcls([write]);
          await expect
            .poll(() => theirs.send(name, { value: 'after' }).catch((error: Error) => error.message))
            .toBe('kafka.not-allowed');
        });
        await kafka.deleteUser(login.user);
        await kafka.deleteTopic(name);
      });
    },
  ],
  [
    'the name of a resource is not empty',
    async (broker) => {
      const empty = allow({ name: '', principal: 'User:nobody', operation: 'read' });
      const failure = await asAdmin(broker, (kafka) => failureOf(kafka.createAcls([empty])));
      expect(failure.code).toBe('kafka.refused');
    },
  ],
];
