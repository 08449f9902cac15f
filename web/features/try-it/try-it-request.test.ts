import { expect, it } from 'vitest';
import { type TryItOperation, tryItBody } from '#domain/try-it/schema.ts';
import { missingIn, proposed, takesBody, tryItRequest } from './try-it-request.ts';

const parameter = { required: false, description: '', example: '' };
const operation: TryItOperation = {
  method: 'PUT',
  path: '/órders/{id}/lines',
  summary: '',
  parameters: [
    { ...parameter, name: 'id', in: 'path', required: true, example: '7' },
    { ...parameter, name: 'q', in: 'query', example: 'not sent' },
    { ...parameter, name: 'X-Trace', in: 'header', required: true },
  ],
  body: { contentType: 'application/json', example: '{}' },
};

it("starts with the description's values for required parameters", () => {
  expect(proposed(operation)).toEqual({ 'path id': '7', 'query q': '', 'header X-Trace': '' });
  expect(missingIn(operation, proposed(operation)).map(({ name }) => name)).toEqual(['X-Trace']);
});

it('encodes values, so that they stay in their place', () => {
  const filled = { 'path id': 'a/../b?c#d', 'query q': 'x&y=ü', 'header X-Trace': 't' };
  const request = tryItRequest(operation, filled, '{"a":1}');
  expect(request).toEqual({
    method: 'PUT',
    path: '/%C3%B3rders/a%2F..%2Fb%3Fc%23d/lines?q=x%26y%3D%C3%BC',
    headers: [
      { name: 'Accept', value: 'application/json, */*' },
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Trace', value: 't' },
    ],
    body: '{"a":1}',
  });
  expect(tryItBody.safeParse(request).success).toBe(true);
});

it('sends no empty body, and no body with GET or HEAD', () => {
  expect(tryItRequest(operation, {}, '').body).toBeNull();
  expect(takesBody(operation)).toBe(true);
  for (const method of ['GET', 'HEAD'] as const) {
    expect(takesBody({ ...operation, method })).toBe(false);
    expect(tryItRequest({ ...operation, method }, {}, '{}').body).toBeNull();
  }
});

it('sends each header once: a filled-in header replaces the default one', () => {
  const accept = { ...parameter, name: 'accept', in: 'header' as const };
  const request = tryItRequest({ ...operation, parameters: [accept] }, { 'header accept': 'text/csv' }, '{}');
  expect(request.headers).toEqual([
    { name: 'Content-Type', value: 'application/json' },
    { name: 'accept', value: 'text/csv' },
  ]);
  expect(tryItBody.safeParse(request).success).toBe(true);
});

it('adds the base path if the target lacks it, and leaves out the parts that are never sent', () => {
  const read = (path: string, prefix?: string) =>
    tryItRequest({ ...operation, method: 'GET', path, parameters: [] }, {}, '', prefix).path;
  expect(read('/orders', '/v1')).toBe('/v1/orders');
  expect(read('/orders')).toBe('/orders');
  expect(read('/#Action=RunInstances')).toBe('/');
  expect(read('/photos?acl')).toBe('/photos');
});
