import { afterAll, beforeAll, expect, it } from 'vitest';
import { explain } from '#domain/why-not/explain.ts';
import type { WhyNotAnswer } from '#domain/why-not/schema.ts';
import { findPersonById } from '#projections/person.ts';
import { prepareCalls, routeExamples, accessRows as rows } from '#test/examples/all-route-examples.ts';
import { type Member, memberNames } from '#test/world/bff-seed.ts';
import { type BffWorld, type Side, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
const canaries: string[] = [];
beforeAll(async () => {
  world = await startBffWorld({ env: { SESSION_IDLE_SECONDS: '86400' } });
  callOf = await prepareCalls(world);
  for (const examples of routeExamples) canaries.push(...((await examples.canaries?.(world)) ?? []));
  for (const { email } of Object.values(world.acme.members)) canaries.push(email);
});
afterAll(() => world.close());

type Why = Readonly<Record<string, string | number | null>>;

const questionOf = (why: Why): string =>
  new URLSearchParams(
    Object.entries(why).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ).toString();

/** Of two statuses, the first is that of Acme. */
const statusOf = (statuses = '', place: 0 | 1): string | undefined => {
  const [internal, external = internal] = statuses.split('/');
  return [internal, external][place];
};

/** A refusal by the table of rights: the thing itself, the right to it, or a field that is not one's own; not a state or a typing error. */
const byTable = (status: number, code: string): boolean =>
  (status === 403 && code !== 'user.other-id') ||
  (status === 404 && code === 'not-found') ||
  (status === 400 && (code.endsWith('-not-yours') || code === 'application.organization-fixed'));

/** Each question of each person is asked once. */
const asked = new Map<string, Promise<WhyNotAnswer>>();
const explained = { 400: 0, 403: 0, 404: 0, unseen: 0 };

const ask = async (who: Member, question: string): Promise<WhyNotAnswer> => {
  const { status, body } = await world.ask(who, 'GET', `/api/why-not?${question}`);
  expect(status, `${question} ${JSON.stringify(body)}`).toBe(200);
  return body as unknown as WhyNotAnswer;
};
const askOnce = (who: Member, why: Why): Promise<WhyNotAnswer> => {
  const question = questionOf(why);
  const key = `${who.userId} ${question}`;
  const answer = asked.get(key) ?? ask(who, question);
  asked.set(key, answer);
  return answer;
};

type Refused = Readonly<{ who: Member; status: 400 | 403 | 404; why: Why; of: string }>;

/**
 * Asks why, and checks that the explanation has a rule, what is missing and somebody who can change it.
 *
 * @returns whether the table allows it to them, so that only the thing was missing.
 */
const isUnseen = async ({ who, status, why, of }: Refused): Promise<boolean> => {
  const { parts } = await askOnce(who, why);
  const [part] = parts;
  const text = `${of}: ${questionOf(why)}`;
  expect(part?.rules.length, text).toBeGreaterThan(0);
  explained[status] += 1;
  if (part?.verdict === 'allowed') {
    // Whom the table allows it is refused by who they are (`beyond-table.ts`).
    if (status !== 404) expect(part.beyond.length, text).toBeGreaterThan(0);
    return status === 404;
  }
  expect(part?.changes.length, text).toBeGreaterThan(0);
  for (const { fact, by, who: changers } of part?.changes ?? [])
    expect(changers.length > 0 && by !== null ? true : fact === 'self', `${text}: ${fact}`).toBe(true);
  return false;
};

/** An explanation that is missing itself is not explained; nor an entry of a history: whoever may not read it does not know that it is there. */
const unexplained = ['GET /api/why-not', 'GET /api/undo/{id}'];
const walked = rows.filter(({ call }) => !unexplained.includes(call));

/** Returns whether a person is refused a thing of others by the same call in the same way. Then that is asked, not this. */
const isLikeOthers = (call: string, index: number, place: 0 | 1): boolean => {
  const others = rows.find((row) => row.call === call && row.subject === 'other');
  return statusOf(others?.statuses[index], place) === '403';
};

it.each(walked)(
  '$call of $subject: each refusal is explained',
  async ({ call, subject, statuses }) => {
    const [method = ''] = call.split(' ');
    const kind = { guest: subject === 'guest', granted: subject === 'granted' };
    const refusalsOf = async (side: Side, other: Side, place: 0 | 1) => {
      const api = subject === 'other' ? other : side;
      const owner = subject === 'own' || subject === 'granted' ? side : other;
      // Whoever is refused changes nothing, so one call is for all of them.
      const { target, ...more } = await callOf(call, { api, owner, ...kind }, false);
      const refused = memberNames.map(async (name, index): Promise<Refused[]> => {
        const status = statusOf(statuses[index], place);
        if (status !== '400' && status !== '403' && status !== '404') return [];
        if (status === '403' && subject === 'own' && isLikeOthers(call, index, place)) return [];
        const who = side.members[name];
        const { status: got, body } = await world.ask(who, method, target, more);
        if (!byTable(got, String(body.code))) return [];
        const of = `${side.name} ${name} ${call} of ${subject}`;
        expect(body.why, `${of} ${body.code}`).toBeDefined();
        return [{ who, status: got as Refused['status'], why: body.why as Why, of }];
      });
      return (await Promise.all(refused)).flat();
    };
    const { acme, partner } = world;
    const refusals = [...(await refusalsOf(acme, partner, 0)), ...(await refusalsOf(partner, acme, 1))];
    const unseen = (await Promise.all(refusals.map(async (each) => ((await isUnseen(each)) ? [each.of] : [])))).flat();
    // The table allows it where the thing is missing for everybody. Another row refused it where somebody gets the thing, or nobody is refused.
    const isThere = statuses.some((status) => /(^|\/)2/.test(status));
    if (isThere) expect(unseen).toEqual([]);
    else if (refusals.length > 0) expect(unseen.length, unseen.join()).toBeLessThan(refusals.length);
    explained.unseen += unseen.length;
  },
  120_000,
);

const answersOf = (userId: number) =>
  Promise.all([...asked].flatMap(([key, answer]) => (key.startsWith(`${userId} `) ? [answer] : [])));

it('explained hundreds of refusals, and tells nobody of another organization’s people and things', async () => {
  expect(explained[403]).toBeGreaterThan(500);
  expect(explained[404]).toBeGreaterThan(100);
  expect(explained[400]).toBeGreaterThan(0);
  const strangers = Object.entries(world.partner.members).filter(([name]) => name !== 'portal' && name !== 'gateway');
  for (const [name, { userId }] of strangers) {
    const mine = await answersOf(userId);
    expect(mine.length, name).toBeGreaterThan(10);
    const text = JSON.stringify(mine);
    expect(
      canaries.filter((canary) => text.includes(canary)),
      name,
    ).toEqual([]);
  }
  // The scan can fail: the same people are named to those who may know them.
  const own = JSON.stringify(await answersOf(world.acme.members.user.userId));
  expect(canaries.filter((canary) => own.includes(canary)).length).toBeGreaterThan(2);
});

it('explains a refusal as the table decided it', async () => {
  const { owner } = world.partner.members;
  const target = `/api/swaggers/${world.acme.apiId}`;
  const { actor } = (await findPersonById(world.pool, owner.userId)) ?? {};
  if (!actor) throw new Error('no such person');
  const { body } = await world.ask(owner, 'GET', `/api/why-not?action=api.delete&apiId=${world.acme.apiId}`);
  const resource = { applicationId: world.acme.applicationId };
  expect((body as unknown as WhyNotAnswer).parts[0]?.rules, target).toEqual(
    explain(actor, 'api.delete', resource).rules,
  );
});
