import { expect, it } from 'vitest';
import type { DesiredEntity, KongObject } from '../admin-api/entity.ts';
import { heldIn, lostObjects } from './lost-objects.ts';

const entity = (kind: DesiredEntity['kind'], label: string, body: KongObject): DesiredEntity => ({
  kind,
  id: `id of ${label}`,
  label,
  body: { ...body, tags: ['portico'] },
});
const service = { service: { id: 'id of service' } };
const plugin = (name: string, config: KongObject, scope: KongObject = service) =>
  entity('plugin', `plugin ${name}`, { name, enabled: true, config, ...scope });

const desired = [
  entity('service', 'service', { host: 'orders.example' }),
  entity('route', 'route', { paths: ['/orders-dev/'], headers: null }),
  plugin('acl', { allow: ['group'] }),
  plugin('oauth2', { anonymous: null, global_credentials: true }),
  plugin('http-log', { http_endpoint: 'http://portal.example' }),
  plugin('request-transformer', { replace: { uri: '/base' } }, { route: { id: 'id of route' } }),
  entity('consumer', 'consumer', { username: 'key' }),
];
/** What the gateway holds, with one object otherwise; null: without it. */
const held = (label?: string, change: KongObject | null = null) =>
  heldIn(
    desired.flatMap((each) => {
      if (each.label !== label) return [{ ...each, body: { ...each.body, created_at: 1, retries: 5 } }];
      return change ? [{ ...each, body: { ...each.body, ...change } }] : [];
    }),
  );

it.each<[what: string, label: string, change: KongObject | null, found: string | undefined]>([
  ['a plugin is missing', 'plugin acl', null, 'missing'],
  ['a plugin allows others', 'plugin acl', { config: { allow: ['group', 'everybody'] } }, 'changed'],
  ['a plugin is off', 'plugin acl', { enabled: false }, 'changed'],
  ['a plugin is bound elsewhere', 'plugin acl', { service: { id: 'another' } }, 'changed'],
  ['a plugin lets anonymous callers pass', 'plugin oauth2', { config: { anonymous: 'somebody' } }, 'changed'],
  ['a former release set a field otherwise', 'plugin oauth2', { config: { global_credentials: false } }, undefined],
  ["a lockdown's plugin leads elsewhere", 'plugin request-transformer', { config: {} }, 'changed'],
  ['a route is missing', 'route', null, 'missing'],
  ['a route takes more paths', 'route', { paths: ['/'] }, 'changed'],
  ['a route is closed', 'route', { headers: { 'x-portico-guard': ['a'] } }, 'changed'],
  ['the service is missing', 'service', null, 'missing'],
  ['the target is another one, which waits for a person', 'service', { host: 'elsewhere.example' }, undefined],
  ['the log plugin is missing, which lets nobody in', 'plugin http-log', null, undefined],
  ['the tags are gone', 'plugin acl', { tags: null }, undefined],
  ['a key is missing', 'consumer', null, 'missing'],
])('%s', (_what, label, change, found) => {
  expect(lostObjects(desired, held(label, change))).toEqual(found ? [{ label, found }] : []);
});

it('nothing is lost of what a gateway holds with its own defaults', () => {
  expect(lostObjects(desired, held())).toEqual([]);
});
