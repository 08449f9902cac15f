import { describe, expect, it } from 'vitest';
import type { ConsumerCommand, Credentials } from './consumer.ts';
import { consumerDecider } from './decider.ts';
import { type KeyStep, nextKeyStep } from './follow-key.ts';

const until = '2026-02-01T08:00:00.000Z';
let count = 0;
const id = () => {
  count += 1;
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
};
/** The same value has the same fingerprint, and each reference an id of its own. */
const key = (value: string): Credentials => ({
  apiKey: { secretId: id(), fingerprint: value, last4: 'aaaa' },
  oauth2: null,
});
const settings = { nickname: 'shop', rateLimit: null, requestTransformer: null, endsAt: null as string | null };

/** A key whose commands are carried out at once, unless `late`. */
const keyAt = (deploymentId: number) => {
  let state = consumerDecider.initialState;
  const run = (command: ConsumerCommand) => {
    const events = consumerDecider.decide(command, state);
    if (!Array.isArray(events)) throw new Error(JSON.stringify(events));
    for (const event of events) state = consumerDecider.evolve(state, event);
  };
  let operationId = '';
  const ask = (command: (operationId: string) => ConsumerCommand, late = false) => {
    operationId = id();
    run(command(operationId));
    if (!late) run({ type: 'ConfirmConsumer', data: { operationId } });
  };
  return {
    state: () => state,
    confirm: () => run({ type: 'ConfirmConsumer', data: { operationId } }),
    fail: () => run({ type: 'FailConsumer', data: { operationId } }),
    add: (credentials: Credentials, late?: boolean) =>
      ask((operationId) => {
        const subject = { consumerId: deploymentId, operationId, deploymentId, apiId: 1, organizationId: 2 };
        return { type: 'RequestConsumer', data: { ...subject, ...settings, credentials, grantId: null } };
      }, late),
    rotate: (credentials: Credentials, late?: boolean) =>
      ask((operationId) => ({ type: 'RequestRotation', data: { operationId, credentials, until } }), late),
    endPrevious: (late?: boolean) =>
      ask((operationId) => ({ type: 'EndPrevious', data: { operationId, dueBy: null } }), late),
    change: (change: Partial<typeof settings>, late?: boolean) =>
      ask((operationId) => ({ type: 'RequestChange', data: { operationId, ...change } }), late),
    remove: () => run({ type: 'RequestRemoval', data: { operationId: id() } }),
    undeploy: () => run({ type: 'ConfirmUndeployment', data: { operationId: id() } }),
  };
};

/** Carries out the steps until there is none, and returns their names. */
const level = (original: ReturnType<typeof keyAt>, copy: ReturnType<typeof keyAt>): string[] => {
  const steps: string[] = [];
  for (;;) {
    const step = nextKeyStep(original.state(), copy.state());
    if (!step) return steps;
    steps.push(step.type);
    if (steps.length > 9) throw new Error(`no end: ${steps.join()}`);
    carryOut(step, copy);
  }
};
const carryOut = (step: KeyStep, copy: ReturnType<typeof keyAt>) => {
  if (step.type === 'add') copy.add(key(step.credentials.apiKey?.fingerprint ?? ''));
  if (step.type === 'rotate') copy.rotate(key(step.credentials.apiKey?.fingerprint ?? ''));
  if (step.type === 'end-previous') copy.endPrevious();
  if (step.type === 'change') copy.change({ nickname: step.settings.nickname, endsAt: step.settings.endsAt ?? null });
  if (step.type === 'remove') copy.remove();
};
const opens = (one: ReturnType<typeof keyAt>): (string | undefined)[] => {
  const state = one.state();
  if (state.status === 'none' || !state.applied || state.ended) return [];
  const { credentials, previous } = state.applied;
  return [credentials.apiKey?.fingerprint, ...(previous ? [previous.credentials.apiKey?.fingerprint] : [])];
};

describe('the copy of a key', () => {
  it('is added once its original works', () => {
    const [original, copy] = [keyAt(8), keyAt(9)];
    expect(level(original, copy)).toEqual([]);
    original.add(key('a'), true);
    expect(level(original, copy)).toEqual([]);
    original.confirm();
    expect(level(original, copy)).toEqual(['add']);
    expect(level(original, copy)).toEqual([]);
  });

  it('opens what its original opens, both keys of a rotation too', () => {
    const [original, copy] = [keyAt(8), keyAt(9)];
    original.add(key('a'));
    original.rotate(key('b'));
    expect(level(original, copy)).toEqual(['add', 'rotate']);
    expect(opens(copy)).toEqual(['b', 'a']);
    original.endPrevious();
    expect(level(original, copy)).toEqual(['end-previous']);
    expect(opens(copy)).toEqual(['b']);
  });

  it('catches up with several rotations, by way of each key that still works', () => {
    const [original, copy] = [keyAt(8), keyAt(9)];
    original.add(key('a'));
    level(original, copy);
    original.rotate(key('b'));
    original.endPrevious();
    original.rotate(key('c'));
    expect(level(original, copy)).toEqual(['rotate', 'end-previous', 'rotate']);
    expect(opens(copy)).toEqual(opens(original));
  });

  it('ends old credentials and the key itself at once, whatever the gateway of the original does', () => {
    const [original, copy] = [keyAt(8), keyAt(9)];
    original.add(key('a'));
    original.rotate(key('b'));
    level(original, copy);
    original.endPrevious(true);
    expect(level(original, copy)).toEqual(['end-previous']);
    original.remove();
    expect(level(original, copy)).toEqual(['remove']);
    expect(level(original, copy)).toEqual([]);
  });

  it('has the end of its original', () => {
    const [original, copy] = [keyAt(1), keyAt(2)];
    const endsAt = '2026-12-31T23:59:59.999Z';
    original.add(key('one'));
    expect(level(original, copy)).toEqual(['add']);
    original.change({ endsAt });
    expect(level(original, copy)).toEqual(['change']);
    expect(copy.state()).toMatchObject({ wanted: { endsAt } });
    original.change({ endsAt: null });
    expect(level(original, copy)).toEqual(['change']);
    expect(copy.state()).toMatchObject({ wanted: { endsAt: null } });
    // It holds although the gateway of the original does not take the change, or refuses it.
    original.change({ endsAt, nickname: 'stand' }, true);
    expect(level(original, copy)).toEqual(['change']);
    expect(copy.state()).toMatchObject({ wanted: { endsAt, nickname: 'shop' } });
    original.fail();
    expect(level(original, copy)).toEqual([]);
  });

  it('does not follow what is only requested', () => {
    const [original, copy] = [keyAt(8), keyAt(9)];
    original.add(key('a'));
    level(original, copy);
    original.change({ nickname: 'new' }, true);
    expect(level(original, copy)).toEqual([]);
    original.confirm();
    expect(level(original, copy)).toEqual(['change']);
    original.rotate(key('b'), true);
    expect(level(original, copy)).toEqual([]);
  });

  it('stays when its original goes with its deployment, unless it was ended before', () => {
    const [original, copy] = [keyAt(8), keyAt(9)];
    original.add(key('a'));
    level(original, copy);
    original.undeploy();
    expect(level(original, copy)).toEqual([]);
    expect(opens(copy)).toEqual(['a']);

    const [ended, its] = [keyAt(8), keyAt(9)];
    ended.add(key('a'));
    level(ended, its);
    ended.remove();
    ended.undeploy();
    expect(level(ended, its)).toEqual(['remove']);
  });
});
