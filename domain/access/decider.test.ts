import { describe, expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import { type AccessCommand, type AccessEvent, accessIdOf, accessIdOfPair, eventAccessIdOf } from './access.ts';
import { accessDecider, allowsKey } from './decider.ts';

const pair = { apiId: 3, organizationId: 2 };
const request = { requestId: 11, ...pair, requestedBy: 7, reason: 'We show your balances.' };
const requested: AccessEvent = { type: 'ApiAccessRequested', data: request };
const decision = { requestId: 11, ...pair, requestedBy: 7, note: 'Welcome' };
const approved: AccessEvent = { type: 'ApiAccessApproved', data: decision };
const denied: AccessEvent = { type: 'ApiAccessDenied', data: decision };
const granted: AccessEvent = { type: 'ApiAccessGranted', data: { grantId: 21, ...pair, requestId: 11 } };
const revoked: AccessEvent = { type: 'ApiAccessRevoked', data: { grantId: 21, ...pair } };

const ask = { type: 'RequestAccess', data: { ...request, requestId: 12 } } as const;
const approve = {
  type: 'ApproveRequest',
  data: { requestId: 11, grantId: 21, note: 'Welcome', decidedBy: 9 },
} as const;
const deny = { type: 'DenyRequest', data: { requestId: 11, note: 'Welcome', decidedBy: 9 } } as const;
const grant = { type: 'GrantAccess', data: { grantId: 22, ...pair } } as const;
const revoke = { type: 'RevokeAccess', data: { grantId: 21 } } as const;

describe('access to an API', () => {
  it('is requested once: a double click adds nothing', () => {
    expect(given(accessDecider, []).when(ask)).toEqual([{ type: 'ApiAccessRequested', data: ask.data }]);
    expect(given(accessDecider, [requested]).when(ask)).toEqual([]);
  });

  it('is joined by colleagues who ask while it waits, each once', () => {
    const colleague = { ...ask, data: { ...ask.data, requestedBy: 8, reason: 'We too.' } } as const;
    const joined: AccessEvent = {
      type: 'ApiAccessRequestJoined',
      data: { ...request, requestedBy: 8, reason: 'We too.' },
    };
    expect(given(accessDecider, [requested]).when(colleague)).toEqual([joined]);
    expect(given(accessDecider, [requested, joined]).when(colleague)).toEqual([]);
    expect(given(accessDecider, [requested, joined]).when(ask)).toEqual([]);
    expect(given(accessDecider, [requested, joined, denied]).when(colleague)).toEqual([
      { type: 'ApiAccessRequested', data: colleague.data },
    ]);
  });

  it('may be requested again after a denial or a revocation, but not while it is granted', () => {
    expect(given(accessDecider, [requested, denied]).when(ask)).toHaveLength(1);
    expect(given(accessDecider, [requested, approved, granted, revoked]).when(ask)).toHaveLength(1);
    expect(given(accessDecider, [requested, approved, granted]).when(ask)).toMatchObject({
      refused: 'conflict',
      problems: [{ code: 'access.granted-already' }],
    });
  });

  it('is approved, which grants it, or denied, with a note', () => {
    expect(given(accessDecider, [requested]).when(approve)).toEqual([approved, granted]);
    expect(given(accessDecider, [requested]).when(deny)).toEqual([denied]);
  });

  it.each([approve, deny])('$type is for somebody who did not ask for it, alone or with others', (command) => {
    const joined: AccessEvent = { type: 'ApiAccessRequestJoined', data: { ...request, requestedBy: 8 } };
    const by = (decidedBy: number): AccessCommand =>
      ({ ...command, data: { ...command.data, decidedBy } }) as AccessCommand;
    for (const asker of [7, 8])
      expect(given(accessDecider, [requested, joined]).when(by(asker))).toMatchObject({
        refused: 'conflict',
        problems: [{ code: 'access.own-request' }],
      });
    expect(given(accessDecider, [requested, joined]).when(by(9))).not.toHaveLength(0);
  });

  it.each([approve, deny])('$type decides only an open request', (command) => {
    for (const history of [[], [requested, denied], [requested, approved, granted]])
      expect(given(accessDecider, history).when(command)).toMatchObject({
        refused: 'conflict',
        problems: [{ code: 'access.decided-already' }],
      });
    const later: AccessEvent = { type: 'ApiAccessRequested', data: ask.data };
    expect(given(accessDecider, [requested, denied, later]).when(command)).toMatchObject({ refused: 'conflict' });
  });

  it('is granted also without a request; a grant approves an open request', () => {
    expect(given(accessDecider, []).when(grant)).toEqual([
      { type: 'ApiAccessGranted', data: { grantId: 22, ...pair, requestId: null } },
    ]);
    expect(given(accessDecider, [requested]).when(grant)).toEqual([
      { type: 'ApiAccessApproved', data: { ...decision, note: '' } },
      { type: 'ApiAccessGranted', data: { grantId: 22, ...pair, requestId: 11 } },
    ]);
    expect(given(accessDecider, [requested, approved, granted]).when(grant)).toEqual([]);
  });

  it('is not granted by whoever asked for it, alone or with others', () => {
    const joined: AccessEvent = { type: 'ApiAccessRequestJoined', data: { ...request, requestedBy: 8 } };
    const by = (userId: number) =>
      given(accessDecider, [requested, joined]).when({
        ...grant,
        data: { ...grant.data, decidedBy: { userId, organizationId: 99 } },
      });
    for (const asker of [7, 8]) expect(by(asker)).toMatchObject({ problems: [{ code: 'access.own-request' }] });
    expect(by(9)).toHaveLength(2);
  });

  it('is revoked once', () => {
    expect(given(accessDecider, [requested, approved, granted]).when(revoke)).toEqual([revoked]);
    expect(given(accessDecider, [requested, approved, granted, revoked]).when(revoke)).toEqual(notFound());
    expect(given(accessDecider, []).when(revoke)).toEqual(notFound());
  });

  it('C4: allows the keys of the present grant, and of no earlier grant', () => {
    const again: AccessEvent = { type: 'ApiAccessGranted', data: { grantId: 22, ...pair, requestId: null } };
    const allowed = (history: readonly AccessEvent[], grantId: number | null) =>
      allowsKey(given(accessDecider, history).state, grantId);
    expect(allowed([granted], 21)).toBe(true);
    expect(allowed([granted, revoked], 21)).toBe(false);
    expect(allowed([granted, revoked, again], 21)).toBe(false);
    expect(allowed([granted, revoked, again], 22)).toBe(true);
    expect(allowed([], null)).toBe(true);
  });
});

describe('the end of a grant', () => {
  const end = '2026-12-31T23:59:59.999Z';
  const later = '2027-03-31T23:59:59.999Z';
  const until: AccessEvent = { type: 'ApiAccessGranted', data: { grantId: 21, ...pair, requestId: 11, endsAt: end } };
  const told = (days: 14 | 3, endsAt = end): AccessEvent => ({
    type: 'ApiAccessEnding',
    data: { grantId: 21, ...pair, endsAt, days },
  });
  const changed = (from: string | null, to: string | null): AccessEvent => ({
    type: 'ApiAccessEndChanged',
    data: { grantId: 21, ...pair, from, to },
  });
  const ended: AccessEvent = { type: 'ApiAccessRevoked', data: { grantId: 21, ...pair, endsAt: end } };
  const granted = [requested, approved, until];
  const on = (now: string, history: readonly AccessEvent[]) =>
    given(accessDecider, history).when({ type: 'ReportEnding', data: { grantId: 21, now } });
  const endOn = (dueBy: string, history: readonly AccessEvent[], grantId = 21) =>
    given(accessDecider, history).when({ type: 'EndAccess', data: { grantId, dueBy } });
  const change = (history: readonly AccessEvent[], seen: string | null, endsAt: string | null, decidedBy = 9) =>
    given(accessDecider, history).when({ type: 'ChangeEnd', data: { grantId: 21, seen, endsAt, decidedBy } });

  it('is given with the approval, to the grant and to the requester', () => {
    const given21 = { ...approve, data: { ...approve.data, endsAt: end } } as AccessCommand;
    expect(given(accessDecider, [requested]).when(given21)).toMatchObject([
      { type: 'ApiAccessApproved', data: { endsAt: end } },
      { type: 'ApiAccessGranted', data: { endsAt: end } },
    ]);
  });

  it.each<[what: string, now: string, history: readonly AccessEvent[], news: readonly AccessEvent[]]>([
    ['15 days before, nobody is told', '2026-12-17T00:00:00.000Z', granted, []],
    ['14 days before', '2026-12-18T00:00:00.000Z', granted, [told(14)]],
    ['once', '2026-12-20T00:00:00.000Z', [...granted, told(14)], []],
    ['3 days before', '2026-12-29T00:00:00.000Z', [...granted, told(14)], [told(3)]],
    ['once again', '2026-12-31T12:00:00.000Z', [...granted, told(14), told(3)], []],
    ['an end that is near from the beginning is told of once', '2026-12-30T00:00:00.000Z', granted, [told(3)]],
    ['what has ended is not told of', '2027-01-01T00:00:00.000Z', granted, []],
    [
      'a later end is told of anew',
      '2027-03-20T00:00:00.000Z',
      [...granted, told(3), changed(end, later)],
      [told(14, later)],
    ],
    ['the end that was before the change is not', '2026-12-30T00:00:00.000Z', [...granted, changed(end, later)], []],
    ['without an end, nobody is told', '2026-12-30T00:00:00.000Z', [...granted, changed(end, null)], []],
    ['a revoked grant is not told of', '2026-12-30T00:00:00.000Z', [...granted, revoked], []],
  ])('%s', (_what, now, history, news) => {
    expect(on(now, history)).toEqual(news);
  });

  it.each<[what: string, dueBy: string, history: readonly AccessEvent[], events: readonly AccessEvent[]]>([
    ['not before its time', '2026-12-31T23:59:59.998Z', granted, []],
    ['when its time has come', end, granted, [ended]],
    ['not when somebody gave it a later end just before', end, [...granted, changed(end, later)], []],
    ['not when somebody took the end away', end, [...granted, changed(end, null)], []],
    ['not twice', end, [...granted, ended], []],
  ])('a grant ends by itself: %s', (_what, dueBy, history, events) => {
    expect(endOn(dueBy, history)).toEqual(events);
  });

  it('of an earlier grant ends no later one', () => {
    const again: AccessEvent = {
      type: 'ApiAccessGranted',
      data: { grantId: 22, ...pair, requestId: null, endsAt: later },
    };
    expect(endOn(end, [...granted, ended, again])).toEqual([]);
    expect(endOn(later, [...granted, ended, again])).toEqual([]);
    expect(endOn(later, [...granted, ended, again], 22)).toMatchObject([{ data: { grantId: 22, endsAt: later } }]);
    // Given anew without an end, it does not inherit the old one.
    const forGood: AccessEvent = { type: 'ApiAccessGranted', data: { grantId: 22, ...pair, requestId: null } };
    expect(endOn(later, [...granted, ended, forGood], 22)).toEqual([]);
  });

  it('is changed as it was seen, by nobody who asked for the access', () => {
    expect(change(granted, end, later)).toEqual([changed(end, later)]);
    expect(change(granted, end, null)).toEqual([changed(end, null)]);
    expect(change(granted, end, end)).toEqual([]);
    expect(change(granted, null, later)).toMatchObject({ problems: [{ code: 'access.end-changed' }] });
    expect(change(granted, end, later, 7)).toMatchObject({ problems: [{ code: 'access.own-request' }] });
    expect(change([...granted, revoked], end, later)).toEqual(notFound());
  });

  it.each([
    ['their own organization: only others change the end', pair.organizationId, { ownOf: 9 }, 'access.own-request'],
    ['another one: they change the end', 99, {}, undefined],
  ])('of access that somebody gave without a request to %s', (_what, organizationId, own, code) => {
    const decidedBy = { userId: 9, organizationId };
    const events = given(accessDecider, []).when({ ...grant, data: { ...grant.data, grantId: 21, decidedBy } });
    expect(events).toEqual([{ type: 'ApiAccessGranted', data: { grantId: 21, ...pair, requestId: null, ...own } }]);
    const history = events as readonly AccessEvent[];
    expect(change(history, null, end)).toMatchObject(code ? { problems: [{ code }] } : [changed(null, end)]);
    expect(change(history, null, end, 10)).toEqual([changed(null, end)]);
  });
});

describe('access to an event category', () => {
  const category = { eventCategoryId: 3, organizationId: 2 };
  const asked = { requestId: 11, ...category, requestedBy: 7, reason: 'We ship your orders.' };

  it('has the same rules, and events of its own', () => {
    const granted = given(accessDecider, [{ type: 'EventAccessRequested', data: asked }]).when(approve);
    expect(granted).toEqual([
      { type: 'EventAccessApproved', data: { requestId: 11, requestedBy: 7, note: 'Welcome', ...category } },
      { type: 'EventAccessGranted', data: { grantId: 21, requestId: 11, ...category } },
    ]);
    expect(given(accessDecider, []).when({ type: 'RequestAccess', data: asked })).toEqual([
      { type: 'EventAccessRequested', data: asked },
    ]);
    const grantOf: AccessEvent = { type: 'EventAccessGranted', data: { grantId: 21, ...category, requestId: null } };
    expect(given(accessDecider, [grantOf]).when(revoke)).toEqual([
      { type: 'EventAccessRevoked', data: { grantId: 21, ...category } },
    ]);
  });

  it('has a stream that no API has', () => {
    expect(eventAccessIdOf(3, 2)).not.toBe(accessIdOf(3, 2));
    expect(accessIdOfPair(pair)).toBe(accessIdOf(3, 2));
    expect(accessIdOfPair(category)).toBe(eventAccessIdOf(3, 2));
  });
});
