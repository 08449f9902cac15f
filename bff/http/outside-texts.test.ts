import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideTexts } from '#test/examples/outside-texts.ts';
import { specText } from '#test/world/bff-seed.ts';
import { type Ask, type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

/** As much of a text as a header may have: Node takes no NUL, no other letters than Latin ones, and 16 kB. */
const inHeader = (text: string): string => text.replace(/[^\x20-\x7e\xa1-\xff]/g, '').slice(0, 8_000);

const formWith = (applicationId: number, text: string, file: string): FormData => {
  const form = new FormData();
  form.set('bizappId', String(applicationId));
  form.set(text.slice(0, 80).toWellFormed(), text);
  form.set('jsonFile', new File([specText('Named oddly')], file));
  return form;
};

type Place = (text: string) => Readonly<{ method: string; target: string } & Ask>;

/** Where a caller writes a text that is not a field of a schema, or one that reaches a query of the database. */
const places: Readonly<Record<string, Place>> = {
  'a path': (text) => ({ method: 'GET', target: `/api/${encodeURIComponent(text.slice(0, 8_000).toWellFormed())}` }),
  'a search': (text) => ({
    method: 'GET',
    target: `/api/gallery?search=${encodeURIComponent(text.slice(0, 2_000).toWellFormed())}`,
  }),
  'an unknown parameter': (text) => ({
    method: 'GET',
    target: `/api/gallery?${encodeURIComponent(text.slice(0, 2_000).toWellFormed())}=1`,
  }),
  'the user agent': (text) => ({ method: 'GET', target: '/api/gallery', headers: { 'user-agent': inHeader(text) } }),
  'an idempotency key': (text) => ({
    method: 'PUT',
    target: '/api/user/settings',
    json: { theme: 'dark' },
    headers: { 'idempotency-key': inHeader(text) },
  }),
  'a request id, a forwarded address and a position': (text) => ({
    method: 'GET',
    target: '/api/gallery',
    headers: {
      'x-request-id': inHeader(text),
      'x-correlation-id': inHeader(text),
      'x-forwarded-for': inHeader(text),
      'x-min-position': inHeader(text),
    },
  }),
  'a field of a body': (text) => ({
    method: 'POST',
    target: '/api/application/edit-application',
    json: { id: 0, name: text, organizationId: world.acme.organizationId, description: text },
  }),
  'a field that no form has': (text) => ({ method: 'PUT', target: '/api/user/settings', json: { [text]: text } }),
  'the name of an uploaded file': (text) => ({
    method: 'POST',
    target: '/api/swagger/import',
    body: formWith(world.acme.applicationId, 'x', `${text}.json`),
  }),
  'the name of a part of a form': (text) => ({
    method: 'POST',
    target: '/api/swagger/import',
    body: formWith(world.acme.applicationId, text, 'a.json'),
  }),
};

describe("a text from outside that can't be stored is refused or cut, and never an error of the server", () => {
  const cases = Object.keys(places).flatMap((place) => Object.keys(outsideTexts).map((what) => [place, what] as const));

  it.each(cases)('as %s: %s', async (place, what) => {
    const { method, target, ...options } = places[place]?.(outsideTexts[what] ?? '') ?? { method: 'GET', target: '/' };
    const response = await world.ask(world.acme.members.owningAdmin, method, target, options);
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(500);
  });

  it('and nothing is parked', async () => {
    expect(await world.allShown()).toBe(true);
    expect((await world.pool.query('select * from parked_streams')).rows).toEqual([]);
    expect(world.log.join('')).not.toContain('request failed');
  });
});
