import { expect, it } from 'vitest';
import { createFairQueue, type WorkCaller, type WorkKind } from './fair-queue.ts';

const limits = {
  running: 4,
  kind: { reading: 3, saving: 2, checking: 2 },
  reading: 1,
  person: 1,
  organization: { reading: 2, saving: 1, checking: 1 },
  waiting: { person: 3, organization: 5, all: 10 },
};

const person = (userId: number, organizationId = userId): WorkCaller => ({ userId, organizationId });

/** Returns a queue whose work ends when the test ends it. */
const startQueue = () => {
  const queue = createFairQueue(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, kind: WorkKind, caller: WorkCaller) =>
    queue.enter(kind, caller, () => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    // The place is free after the promise's callbacks have run.
    await Promise.resolve();
    await Promise.resolve();
  };
  return { enter, end, started };
};

it("starts another person's work before the second work of a person with many", async () => {
  const { enter, end, started } = startQueue();
  for (const name of ['a1', 'a2', 'a3']) enter(name, 'checking', person(1));
  expect(started).toEqual(['a1']);
  enter('b1', 'checking', person(2));
  expect(started).toEqual(['a1', 'b1']);
  enter('c1', 'checking', person(3));
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
});

it('keeps a place for reading, however many checks there are, and starts reading first', async () => {
  const { enter, end, started } = startQueue();
  for (const id of [1, 2, 3, 4]) enter(`check ${id}`, 'checking', person(id));
  expect(started).toEqual(['check 1', 'check 2']);
  enter('read 5', 'reading', person(5));
  expect(started.at(-1)).toBe('read 5');
  enter('read 6', 'reading', person(6));
  expect(started.at(-1)).toBe('read 6');
  enter('read 7', 'reading', person(7));
  expect(started.at(-1)).toBe('read 6');
  await end('check 1');
  expect(started.at(-1)).toBe('read 7');
});

it('gives an organization its share, however many people it has', async () => {
  const { enter, end, started } = startQueue();
  for (const id of [1, 2, 3]) enter(`of nine ${id}`, 'checking', person(id, 9));
  expect(started).toEqual(['of nine 1']);
  enter('of eight', 'checking', person(4, 8));
  expect(started).toEqual(['of nine 1', 'of eight']);
  enter('of seven', 'checking', person(5, 7));
  await end('of nine 1');
  expect(started.at(-1)).toBe('of seven');
  await end('of eight');
  expect(started.at(-1)).toBe('of nine 2');
});

it("starts saving without waiting for the organization's checks", async () => {
  const { enter, end, started } = startQueue();
  enter('check', 'checking', person(1, 9));
  enter('another check', 'checking', person(2, 8));
  enter('save', 'saving', person(3, 9));
  expect(started).toEqual(['check', 'another check', 'save']);
  // The last place is for reading.
  enter('save of another', 'saving', person(4, 7));
  expect(started.at(-1)).toBe('save');
  enter('read', 'reading', person(5, 7));
  enter('third check', 'checking', person(6, 6));
  expect(started.at(-1)).toBe('read');
  await end('check');
  expect(started.at(-1)).toBe('save of another');
});

it('lets an organization use idle places except the last, but not a single person', async () => {
  const { enter, end, started } = startQueue();
  for (const id of [1, 2, 3]) enter(`read ${id}`, 'reading', person(id, 9));
  enter('read 1 again', 'reading', person(1, 9));
  expect(started).toEqual(['read 1', 'read 2']);
  enter('read of another', 'reading', person(4, 8));
  expect(started.at(-1)).toBe('read of another');
  await end('read of another');
  await end('read 1');
  expect(started.at(-1)).toBe('read 3');

  const more = startQueue();
  more.enter('read 1', 'reading', person(1, 9));
  await more.end('read 1');
  for (const id of [2, 3]) more.enter(`read ${id}`, 'reading', person(id, 9));
  expect(more.started).toEqual(['read 1', 'read 2', 'read 3']);
});

it('remembers a turn after the person has left', async () => {
  const { enter, end, started } = startQueue();
  enter('a1', 'checking', person(1));
  enter('b1', 'checking', person(2));
  enter('c1', 'checking', person(3));
  await end('a1');
  expect(started.at(-1)).toBe('c1');
  // Comes back at once. Without the memory, frequent requests would always be first.
  enter('a2', 'checking', person(1));
  enter('d1', 'checking', person(4));
  await end('b1');
  expect(started.at(-1)).toBe('d1');
});

it('refuses a person whose own queue is full, and not others', () => {
  const { enter } = startQueue();
  const places = Array.from({ length: 6 }, (_, index) => enter(`a${index}`, 'checking', person(1)));
  expect(places.map((place) => place !== undefined)).toEqual([true, true, true, true, false, false]);
  expect(enter('b', 'checking', person(2))).toBeDefined();
  expect(enter('of the same organization', 'checking', person(3, 1))).toBeDefined();
});

it('starts at once if a place is free', () => {
  const { enter, started } = startQueue();
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) enter(`check ${id}`, 'checking', person(id));
  expect(enter('one more', 'checking', person(14))).toBeUndefined();
  expect(enter('read', 'reading', person(15))).toBeDefined();
  expect(started).toEqual(['check 1', 'check 2', 'read']);
});

it('starts shared work at the earliest turn of its people, and drops work that nobody waits for', async () => {
  const { enter, end, started } = startQueue();
  const [attacker, other] = [person(1), person(2)];
  enter('a1', 'checking', attacker);
  const [a2, a3] = [enter('a2', 'checking', attacker), enter('a3', 'checking', attacker)];
  expect(a3?.join(other)).toBe(true);
  expect(started).toEqual(['a1', 'a3']);
  a2?.leave(attacker);
  enter('a4', 'checking', attacker);
  await end('a1');
  expect(started).toEqual(['a1', 'a3', 'a4']);
});
