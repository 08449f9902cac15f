import { expect, it } from 'vitest';
import type { DesiredEntity, FoundEntity, KongObject } from '../admin-api/entity.ts';
import { weakeningObjects } from './weakening-objects.ts';

const object = (kind: DesiredEntity['kind'], id: string, body: KongObject): FoundEntity => ({
  kind,
  id,
  label: kind,
  body,
});
const service = { service: { id: 'service' } };
const route = { route: { id: 'route' } };
const plain = [
  object('service', 'service', {}),
  object('route', 'route', service),
  object('plugin', 'key-auth', { name: 'key-auth', ...service }),
  object('plugin', 'cors', { name: 'cors', ...service }),
];
const locked = [...plain, object('plugin', 'lock', { name: 'request-transformer', ...route })];
const plugin = (name: string, scope: KongObject, more: KongObject = {}) =>
  object('plugin', 'by hand', { name, ...scope, ...more });

it.each<[what: string, desired: readonly DesiredEntity[], added: FoundEntity, weakens: boolean]>([
  ['the same plugin, bound more closely', plain, plugin('key-auth', route), true],
  ['the same plugin at its place', plain, plugin('key-auth', service), true],
  ['another protecting one at a route', plain, plugin('acl', route), true],
  ['another protecting one for one caller', plain, plugin('rate-limiting', { consumer: { id: 'key' } }), true],
  ['one that is off', plain, plugin('acl', route, { enabled: false }), false],
  ['one more limit for the whole service', plain, plugin('rate-limiting', service), false],
  ['one that protects nothing', plain, plugin('cors', route), false],
  ['a transformer where nothing is locked', plain, plugin('request-transformer', route), false],
  ['a transformer beside that of a lockdown', locked, plugin('request-transformer', { consumer: {} }), true],
  ['one more route to the service', plain, object('route', 'by hand', service), false],
  ['one more route past a lockdown', locked, object('route', 'by hand', service), true],
  ['a route to another service', plain, object('route', 'by hand', { service: { id: 'other' } }), true],
  ['what was applied', plain, object('plugin', 'key-auth', { name: 'key-auth', ...route }), false],
])('%s', (_what, desired, added, weakens) => {
  expect(weakeningObjects(desired, [added])).toEqual(weakens ? [added] : []);
});
