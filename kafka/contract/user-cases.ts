import { expect } from 'vitest';
import { withKafka } from '../kafka.ts';
import { targetOf } from './broker-under-test.ts';
import type { Case } from './case.ts';
import { clientOf } from './client-of-others.ts';
import { anywhere, asAdmin, eventually, failureOf, newName, newUser } from './on-broker.ts';

export const userCases: readonly Case[] = [
  [
    'a user logs in with the password, until the user is gone',
    async (broker) => {
      await asAdmin(broker, async (kafka) => {
        const login = await newUser(kafka);
        const logIn = (password: string) =>
          withKafka(targetOf(broker, { ...login, password }), anywhere, (theirs) => theirs.listTopics()).catch(
            (error: Error) => error.message,
          );
        await eventually(() => logIn(login.password)).toEqual([]);
        expect(await logIn('wrong')).toBe('kafka.login-refused');
        await kafka.upsertUser(login.user, 'the next one, ünïcödë');
        await eventually(() => logIn('the next one, ünïcödë')).toEqual([]);
        expect(await logIn(login.password)).toBe('kafka.login-refused');
        expect(await kafka.deleteUser(login.user)).toBe(true);
        await eventually(() => logIn('the next one, ünïcödë')).toBe('kafka.login-refused');
      });
    },
  ],
  [
    'names and passwords may have every sign that a protocol is fond of',
    async (broker) => {
      await asAdmin(broker, async (kafka) => {
        const login = { user: `${newName('a,b=c')} "d"`, password: 'x,y=z "quoted" \\ $HOME ;' };
        await kafka.upsertUser(login.user, login.password);
        const logIn = () =>
          withKafka(targetOf(broker, login), anywhere, (theirs) => theirs.listTopics()).catch(
            (error: Error) => error.message,
          );
        await eventually(logIn).toEqual([]);
        const client = clientOf(broker, login).admin();
        await client.connect();
        expect(await client.listTopics()).toEqual([]);
        await client.disconnect();
        expect(await kafka.deleteUser(login.user)).toBe(true);
      });
    },
  ],
  [
    'users are found by their names',
    async (broker) => {
      await asAdmin(broker, async (kafka) => {
        const [one, other, nobody] = [await newUser(kafka), await newUser(kafka), newName('nobody')];
        await eventually(() => kafka.describeUsers([one.user])).toEqual([one.user]);
        await eventually(() => kafka.describeUsers([one.user, nobody, other.user])).toEqual([one.user, other.user]);
        expect(await kafka.describeUsers([nobody])).toEqual([]);
        expect(await kafka.describeUsers()).toEqual(expect.arrayContaining([one.user, other.user, broker.user]));
        expect(await kafka.deleteUser(nobody)).toBe(false);
        await kafka.deleteUser(one.user);
        await kafka.deleteUser(other.user);
        await eventually(() => kafka.describeUsers([one.user])).toEqual([]);
      });
    },
  ],
  [
    'a user needs a name',
    async (broker) => {
      const failure = await asAdmin(broker, (kafka) => failureOf(kafka.upsertUser('', 'secret')));
      expect(failure.code).toBe('kafka.refused');
    },
  ],
];
