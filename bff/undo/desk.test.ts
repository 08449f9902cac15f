import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskCaseDecider } from '#domain/desk-case/decider.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { caseOfCause } from '../desk-case/case-id.ts';
import { undoingIn } from '../fixtures/undoing.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const { ask, done, newest, previewOf, send, somebody, undo } = undoingIn(() => world);
const support = () => world.acme.members.support;
const portal = () => world.acme.members.portal;

let gateways = 0;
/** A cause of the desk, and the thing whose entries are about it. */
const newCause = () => {
  gateways += 1;
  const cause = `failed~permanent~gateway.refused~gateway-${gateways}`;
  return { cause, thing: `desk-case-${caseOfCause(cause)}` };
};
const handOver = (cause: string, to: number, note: string) =>
  done(support(), 'POST', '/api/desk/hand-overs', { causes: [cause], to, note });
const mute = (cause: string, days: number, reason: string) =>
  done(support(), 'POST', '/api/desk/mutes', { causes: [cause], days, reason });
const caseOf = async (cause: string) => {
  await world.allShown();
  const { rows } = await world.pool.query(
    'select holder, note, muted_until, mute_reason from desk_cases where about = $1',
    [cause],
  );
  return rows[0];
};

describe('handing over', () => {
  it('is taken back: nobody has it, and then whoever had it before has it again, with the note of then', async () => {
    const { cause, thing } = newCause();
    await handOver(cause, support().userId, 'You know Lyon');
    const first = await newest(thing);
    await handOver(cause, portal().userId, 'I am away');
    const second = await newest(thing);
    expect(await previewOf(support(), first)).toMatchObject({ reason: 'moved', send: null });
    const { preview } = await undo(support(), second);
    expect(preview).toMatchObject({ does: 'fields', effects: ['mail'] });
    expect(preview.changes).toEqual([
      { field: 'holder', from: expect.stringMatching(/\w/), to: expect.stringMatching(/\w/) },
      { field: 'note', from: 'I am away', to: 'You know Lyon' },
    ]);
    expect(await caseOf(cause)).toMatchObject({ holder: support().userId, note: 'You know Lyon' });
    await undo(support(), first);
    expect(await caseOf(cause)).toMatchObject({ holder: null, note: '' });
    expect(await newest(thing)).toMatchObject({ type: 'DeskCaseTakenBack', undoes: first.id });
  });

  it('is given back to whoever it was taken from, unless they lost the right', async () => {
    const { cause, thing } = newCause();
    await handOver(cause, portal().userId, 'You know Lyon');
    await done(support(), 'POST', '/api/desk/take-backs', { causes: [cause] });
    await undo(support(), await newest(thing, 'DeskCaseTakenBack'));
    expect(await caseOf(cause)).toMatchObject({ holder: portal().userId, note: 'You know Lyon' });
  });

  it('is refused for the one that was seen when somebody else got it since', async () => {
    const { cause, thing } = newCause();
    await handOver(cause, support().userId, 'You know Lyon');
    const made = await newest(thing);
    const preview = await previewOf(support(), made);
    await handOver(cause, portal().userId, 'I am away');
    const late = await send(support(), made, preview);
    expect(late.body).toMatchObject({ decided: [], refused: [{ id: cause, code: 'undo.moved' }] });
    expect(await caseOf(cause)).toMatchObject({ holder: portal().userId });
  });

  it('is not offered to whoever may not have it any more', async () => {
    const { cause, thing } = newCause();
    const leaver = await somebody('ROLE_SUPPORT');
    await handOver(cause, leaver.userId, 'You know Lyon');
    await handOver(cause, portal().userId, 'I am away');
    const made = await newest(thing);
    const seen = await previewOf(support(), made);
    expect(seen.reason).toBeNull();
    await done(portal(), 'POST', '/api/user', { id: leaver.userId, support: false });
    await world.allShown();
    expect(await previewOf(support(), made)).toMatchObject({ reason: 'decided', stays: 'not-for-them', send: null });
    const late = await send(support(), made, seen);
    expect(late.body).toMatchObject({ decided: [], refused: [{ id: cause, code: 'desk-case.not-for-them' }] });
  });

  it('is nobody else’s to take back', async () => {
    const { cause, thing } = newCause();
    await handOver(cause, support().userId, 'You know Lyon');
    const made = await newest(thing);
    expect(await previewOf(world.acme.members.auditor, made)).toMatchObject({ reason: 'right', send: null });
    expect((await ask(world.acme.members.user, 'GET', `/api/undo/${made.id}`)).status).toBe(404);
  });
});

describe('muting', () => {
  it('is taken back: shown again, and a longer one gives way to the former', async () => {
    const { cause, thing } = newCause();
    await mute(cause, 3, 'Planned work');
    const first = await newest(thing);
    const { muted_until: until } = await caseOf(cause);
    await mute(cause, 14, 'Longer work');
    await undo(support(), await newest(thing));
    expect(await caseOf(cause)).toMatchObject({ muted_until: until, mute_reason: 'Planned work' });
    await undo(support(), first);
    expect(await caseOf(cause)).toMatchObject({ muted_until: null, mute_reason: '' });
    // Showing it again was a mistake.
    await undo(support(), await newest(thing, 'DeskCauseUnmuted'));
    expect(await caseOf(cause)).toMatchObject({ muted_until: until, mute_reason: 'Planned work' });
  });

  it('leaves nothing to put back when its time is over', async () => {
    const { cause, thing } = newCause();
    await mute(cause, 3, 'Planned work');
    const muted = await newest(thing);
    const over = `update desk_cases set muted_until = now() - interval '1 second' where about = $1`;
    await world.pool.query(over, [cause]);
    expect(await previewOf(support(), muted)).toMatchObject({ reason: 'gone', stays: 'over', send: null });
  });

  it('says that the former end has passed, while the longer one is in force', async () => {
    const { cause, thing } = newCause();
    const hour = 3_600_000;
    const [begun, until] = [2 * hour, hour].map((ago) => new Date(Date.now() - ago).toISOString()) as [string, string];
    const former = { about: cause, until, reason: 'Planned work', now: begun };
    await world.seed.send(deskCaseDecider, caseOfCause(cause), { type: 'MuteCause', data: former });
    await mute(cause, 14, 'Longer work');
    const longer = await newest(thing);
    const passed = { reason: 'decided', stays: 'former-over', send: null };
    expect(await previewOf(support(), longer)).toMatchObject(passed);
    // What is in force ends all the same: the desk shows it again.
    await done(support(), 'POST', '/api/desk/unmutes', { causes: [cause] });
    expect(await caseOf(cause)).toMatchObject({ muted_until: null });
  });

  it('is for some days or until a time, and not for both', async () => {
    const { cause } = newCause();
    const body = { causes: [cause], reason: 'Planned work' };
    const until = new Date().toISOString();
    for (const [json, error] of [
      [body, { field: 'days', code: 'field.required' }],
      [
        { ...body, days: 3, until },
        { field: 'until', code: 'field.unknown' },
      ],
      [
        { ...body, days: 31 },
        { field: 'days', code: 'field.too-big' },
      ],
      [
        { ...body, reason: ' ', until },
        { field: 'reason', code: 'operation.reason-required' },
      ],
    ] as const)
      expect(await ask(support(), 'POST', '/api/desk/mutes', json)).toMatchObject({
        status: 400,
        body: { errors: [error] },
      });
  });
});
