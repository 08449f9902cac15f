import { describe, expect, it } from 'vitest';
import type { DesiredEntity, FoundEntity, KongObject } from '../admin-api/entity.ts';
import { closed, isClosed } from './closed-route.ts';
import type { Step } from './difference.ts';
import { stagesOf } from './stages.ts';

const entity = (kind: DesiredEntity['kind'], id: string, body: KongObject = {}): DesiredEntity => ({
  kind,
  id,
  label: id,
  body,
});
const to = (id: string) => ({ service: { id } });
const service = entity('service', 'service', { host: 'a.example' });
const route = entity('route', 'route', { ...to('service'), paths: ['/orders/'], headers: null });
const locked = entity('route', 'locked', {
  ...to('service'),
  paths: ['~/orders(?<rest>/x)$'],
  methods: ['GET'],
  headers: null,
});
const rewriting = entity('plugin', 'rewriting', { route: { id: 'locked' }, config: { replace: { uri: '/a' } } });
const keyAuth = entity('plugin', 'key-auth', { ...to('service'), config: { anonymous: null } });
const anonymous = entity('consumer', 'anonymous');
const onAnonymous = entity('plugin', 'termination', { consumer: { id: 'anonymous' } });
const secret = 'a-secret';

const said = (steps: readonly Step[]) =>
  steps.map((step) => {
    if (step.kind === 'delete') return `delete ${step.entity.label}`;
    return `${isClosed(step.entity) ? 'close' : 'put'} ${step.entity.label}`;
  });
const stages = (desired: readonly DesiredEntity[], actual: readonly FoundEntity[]) => {
  const { guarded, opensMore: _more, opensLess: _less, ...steps } = stagesOf(desired, actual, secret);
  return {
    ...Object.fromEntries(
      Object.entries(steps)
        .map(([name, each]) => [name, said(each)] as const)
        .filter(([, each]) => each.length > 0),
    ),
    guarded: guarded.map(({ label }) => label),
  };
};

describe('the stages of a deploy', () => {
  it('opens a new route only after its protection', () => {
    expect(stages([service, keyAuth, route], [])).toEqual({
      prepare: ['put service', 'put key-auth', 'close route'],
      open: ['put route'],
      guarded: ['route'],
    });
  });

  it('opens a route that an earlier attempt left closed, and repeats no call', () => {
    const actual = [service, keyAuth, { ...route, body: closed(route.body, secret) }];
    expect(stages([service, keyAuth, route], actual)).toEqual({ open: ['put route'], guarded: ['route'] });
  });

  it('shows the groups before calls are counted by them, and hides them afterwards', () => {
    const acl = (hide: boolean) =>
      entity('plugin', 'acl', { name: 'acl', ...to('service'), config: { hide_groups_header: hide } });
    const limit = (by: string) =>
      entity('plugin', 'limit', { name: 'rate-limiting', ...to('service'), config: { limit_by: by } });
    const [apart, together] = [
      [service, acl(true), limit('consumer'), route],
      [service, acl(false), limit('header'), route],
    ];
    expect(stages(together, apart)).toEqual({ prepare: ['put acl', 'put limit'], guarded: [] });
    expect(stages(apart, together)).toEqual({ prepare: ['put limit'], loosen: ['put acl'], guarded: [] });
  });

  it('has nothing to do when nothing differs', () => {
    expect(stages([service, keyAuth, route], [service, keyAuth, route])).toEqual({ guarded: [] });
  });

  it('closes a route before it is removed, and removes its protection last', () => {
    const key = { ...entity('key-auth', 'key'), consumerId: 'consumer' };
    expect(stages([], [service, keyAuth, route, key])).toEqual({
      revoke: ['delete key'],
      open: ['close route'],
      clean: ['delete route', 'delete key-auth', 'delete service'],
      guarded: [],
    });
  });

  it('removes the anonymous consumer when no plugin in force names it any more', () => {
    const before = { ...keyAuth, body: { ...keyAuth.body, config: { anonymous: 'anonymous' } } };
    expect(stages([service, keyAuth, route], [service, before, route, anonymous, onAnonymous])).toEqual({
      prepare: ['put key-auth'],
      clean: ['delete termination', 'delete anonymous'],
      guarded: [],
    });
  });

  it('adds a plugin that keeps callers out before one that lets callers pass', () => {
    const auth = (name: string, anonymousId: string | null) =>
      entity('plugin', name, { ...to('service'), name, config: { anonymous: anonymousId } });
    const addresses = entity('plugin', 'addresses', { ...to('service'), name: 'ip-restriction' });
    const { prepare } = stagesOf([auth('key-auth', 'a'), auth('oauth2', null), addresses], [], secret);
    expect(said(prepare)).toEqual(['put oauth2', 'put addresses', 'put key-auth']);
  });

  it('adds credentials last', () => {
    const limit = entity('plugin', 'limit', { consumer: { id: 'consumer' } });
    const consumer = entity('consumer', 'consumer');
    const key = { ...entity('key-auth', 'key'), consumerId: 'consumer' };
    expect(stages([key, limit, consumer], [])).toEqual({
      prepare: ['put consumer', 'put limit'],
      admit: ['put key'],
      guarded: [],
    });
  });
});

describe('a path lockdown', () => {
  it('starts with closed routes until their paths are rewritten, without a gap', () => {
    expect(stages([service, keyAuth, locked, rewriting], [service, keyAuth, route])).toEqual({
      prepare: ['close locked', 'put rewriting'],
      open: ['put locked', 'close route'],
      clean: ['delete route'],
      guarded: ['locked'],
    });
  });

  it('ends at once, because the new route needs no plugin', () => {
    expect(stages([service, keyAuth, route], [service, keyAuth, locked, rewriting])).toEqual({
      open: ['put route', 'close locked'],
      clean: ['delete locked', 'delete rewriting'],
      guarded: [],
    });
  });

  it('closes its old routes before the upstream changes, and opens the new ones after', () => {
    const moved = { ...service, body: { host: 'b.example' } };
    const next = { ...locked, id: 'next', label: 'next' };
    const rewritingNext = { ...rewriting, id: 'r-next', label: 'r-next', body: { route: { id: 'next' } } };
    expect(stages([moved, keyAuth, next, rewritingNext], [service, keyAuth, locked, rewriting])).toEqual({
      prepare: ['close next', 'put r-next'],
      open: ['close locked', 'put service', 'put next'],
      clean: ['delete locked', 'delete rewriting'],
      guarded: ['next'],
    });
  });

  const onMethods = (id: string, ...paths: string[]): DesiredEntity[] => [
    entity('route', id, { ...to('service'), paths, methods: id.split(' '), headers: null }),
    entity('plugin', `r-${id}`, { route: { id }, config: { replace: { uri: '/a' } } }),
  ];
  const pathsPut = (steps: readonly Step[]) =>
    steps.map((step) => [step.entity.label, step.kind === 'put' && step.entity.body.paths]);

  it('removes a path from a route only after another route has it, in both directions', () => {
    const before = [service, keyAuth, ...onMethods('GET', '/a'), ...onMethods('GET POST', '/b')];
    const after = [service, keyAuth, ...onMethods('GET', '/b'), ...onMethods('GET POST', '/a')];
    expect(pathsPut(stagesOf(after, before, secret).open)).toEqual([
      ['GET', ['/b', '/a']],
      ['GET POST', ['/a', '/b']],
      ['GET', ['/b']],
      ['GET POST', ['/a']],
    ]);
  });

  it("has no gap while the upstream's host changes", () => {
    const moved = { ...service, body: { host: 'b.example' } };
    const before = [service, keyAuth, ...onMethods('GET', '/a')];
    expect(said(stagesOf([moved, keyAuth, ...onMethods('GET POST', '/a')], before, secret).open)).toEqual([
      'put service',
      'put GET POST',
      'close GET',
    ]);
  });

  it('lets new callers in only after the paths that they may not call are closed', () => {
    const addresses = entity('plugin', 'addresses', { ...to('service'), name: 'ip-restriction' });
    const actual = [service, keyAuth, addresses, route];
    const { open, loosen, opensLess } = stagesOf([service, keyAuth, locked, rewriting], actual, secret);
    expect([said(open), said(loosen), opensLess]).toEqual([['put locked', 'close route'], ['delete addresses'], true]);
  });

  it('opens more paths only after callers who may not use them are kept out', () => {
    const addresses = entity('plugin', 'addresses', { ...to('service'), name: 'ip-restriction' });
    const actual = [service, keyAuth, locked, rewriting];
    const { prepare, open, opensMore } = stagesOf([service, keyAuth, addresses, route], actual, secret);
    expect([said(prepare), said(open), opensMore]).toEqual([['put addresses'], ['put route', 'close locked'], true]);
  });

  it('lets in only addresses on both lists, while some paths open and others close', () => {
    const addresses = (...allow: string[]) =>
      entity('plugin', 'addresses', { ...to('service'), name: 'ip-restriction', config: { allow, deny: null } });
    const listsIn = (steps: readonly Step[]) =>
      steps.flatMap((step) =>
        step.kind === 'put' && step.entity.label === 'addresses' ? [step.entity.body.config] : [],
      );
    const at = (path: string, ...allow: string[]) => [service, keyAuth, addresses(...allow), ...onMethods('GET', path)];
    const [a, b] = [
      ['10.0.0.0/8', '192.0.2.1'],
      ['192.0.2.0/24', '198.51.100.1'],
    ];
    const crossing = stagesOf(at('/b', ...b), at('/a', ...a), secret);
    expect(listsIn(crossing.prepare)).toEqual([{ allow: ['192.0.2.1'], deny: null }]);
    expect(listsIn(crossing.loosen)).toEqual([{ allow: b, deny: null }]);
    // A second attempt continues where an interrupted one ended.
    const resumed = stagesOf(at('/b', ...b), at('/a', '192.0.2.1'), secret);
    expect([listsIn(resumed.prepare), listsIn(resumed.loosen)]).toEqual([[], [{ allow: b, deny: null }]]);
    // One wait less when nothing closes, or no new caller gets in.
    const wider = stagesOf(at('/b', ...b), [...at('/a', ...a).slice(0, 3), ...onMethods('GET', '/a').slice(1)], secret);
    expect(listsIn(wider.prepare)).toEqual([{ allow: b, deny: null }]);
    const narrower = stagesOf(at('/b', '192.0.2.1'), at('/a', ...a), secret);
    expect([listsIn(narrower.prepare), listsIn(narrower.loosen)]).toEqual([[{ allow: ['192.0.2.1'], deny: null }], []]);
  });
});
