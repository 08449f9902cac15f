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

/** A refusal by the table of rights: the thing itself, or the right to it, is refused, not a field or a state. */
const byTable = (status: number, code: unknown) => code === 'forbidden' || (status === 404 && code === 'not-found');

const asked = new Map<string, WhyNotAnswer>();
const explained = { forbidden: 0, missing: 0, unseen: 0 };

/** Asks why, and checks that the explanation has a rule, what is missing and somebody who can change it. */
const askWhy = async (who: Member, why: Why, status: number, of: string) => {
  const question = questionOf(why);
  const answer = await world.ask(who, 'GET', `/api/why-not?${question}`);
  expect(answer.status, `${of}: ${question} ${JSON.stringify(answer.body)}`).toBe(200);
  const { parts } = answer.body as unknown as WhyNotAnswer;
  asked.set(`${who.userId} ${question}`, answer.body as unknown as WhyNotAnswer);
  const [part] = parts;
  expect(part?.rules.length, of).toBeGreaterThan(0);
  // Whoever may do it to each thing asked for one that is not there.
  if (status === 404 && part?.verdict === 'allowed') {
    explained.unseen += 1;
    return;
  }
  expect(part?.verdict, `${of}: ${question}`).not.toBe('allowed');
  expect(part?.changes.length, of).toBeGreaterThan(0);
  for (const { fact, by, who: changers } of part?.changes ?? [])
    expect(changers.length > 0 && by !== null ? true : fact === 'self', `${of}: ${fact}`).toBe(true);
  explained[status === 403 ? 'forbidden' : 'missing'] += 1;
};

it.each(rows)(
  '$call of $subject: each refusal is explained',
  async ({ call, subject, statuses }) => {
    const [method = ''] = call.split(' ');
    const kind = { guest: subject === 'guest', granted: subject === 'granted' };
    for (const [index, name] of memberNames.entries()) {
      const [internal, external] = (statuses[index] as string).split('/').map(Number);
      const one = async (side: Side, other: Side, status: number | undefined) => {
        if (status !== 403 && status !== 404) return;
        const who = side.members[name];
        const api = subject === 'other' ? other : side;
        const owner = subject === 'own' || subject === 'granted' ? side : other;
        const { target, ...ask } = await callOf(call, { api, owner, ...kind }, false);
        const { status: got, body } = await world.ask(who, method, target, ask);
        if (!byTable(got, body.code)) return;
        const of = `${side.name} ${name} ${call} of ${subject}`;
        expect(body.why, of).toBeDefined();
        await askWhy(who, body.why as Why, got, of);
      };
      await one(world.acme, world.partner, internal);
      await one(world.partner, world.acme, external ?? internal);
    }
  },
  120_000,
);

it('explained hundreds of refusals, and tells nobody of another organization’s people and things', async () => {
  expect(explained.forbidden).toBeGreaterThan(500);
  expect(explained.missing).toBeGreaterThan(100);
  const strangers = Object.entries(world.partner.members).filter(([name]) => name !== 'portal' && name !== 'gateway');
  for (const [name, { userId }] of strangers) {
    const mine = [...asked].filter(([key]) => key.startsWith(`${userId} `));
    expect(mine.length, name).toBeGreaterThan(10);
    const text = JSON.stringify(mine);
    expect(
      canaries.filter((canary) => text.includes(canary)),
      name,
    ).toEqual([]);
  }
  // The scan can fail: the same people are named to those who may know them.
  const own = JSON.stringify([...asked].filter(([key]) => key.startsWith(`${world.acme.members.user.userId} `)));
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
