import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Address, type Answer, call, csvOf, type Given, type Input } from './call.ts';
import { idParameter } from './id.ts';

const text = z.object({ text: z.string() });
const path = '/api/things/{id}/parts/{part}';
const changePart = call({
  method: 'put',
  path,
  parameters: { id: idParameter, part: z.string() },
  query: z.object({ draft: z.optional(z.string()) }),
  body: text,
  response: z.object({ position: z.string() }),
});
const listThings = call({
  method: 'get',
  path: '/api/things',
  query: z.object({ page: z._default(z.coerce.number(), 0), name: z._default(z.string(), '') }),
});
const addFile = call({
  method: 'post',
  path: '/api/files',
  form: { fields: z.object({ title: z.string() }), file: 'content' },
  response: text,
});

/** Takes a value of a type. The type checker is what tests here: each wrong line has to be an error. */
const take = <T>(value: T): T => value;

it('states itself', () => {
  expect(changePart).toMatchObject({ method: 'put', path });
  expect(csvOf(listThings)).toEqual({ method: 'get', path: '/api/things/download', query: listThings.query });
});

describe('does not compile', () => {
  it('with a path whose parameters have no schema', () => {
    // @ts-expect-error: `part` has no schema.
    call({ method: 'get', path, parameters: { id: idParameter } });
    // @ts-expect-error: no parameter has one.
    call({ method: 'get', path });
    // @ts-expect-error: `name` is not in the path.
    call({ method: 'get', path, parameters: { id: idParameter, part: idParameter, name: idParameter } });
    // @ts-expect-error: the path has no parameter.
    expect(call({ method: 'get', path: '/api/things', parameters: { id: idParameter } }).path).toBe('/api/things');
  });

  it('with a body that the method or the schema does not have', () => {
    // @ts-expect-error: a GET has no body.
    call({ method: 'get', path: '/api/things', body: text });
    // @ts-expect-error: the body has no field `document`.
    expect(call({ method: 'put', path: '/api/things', body: text, document: 'document' }).document).toBe('document');
    expect(call({ method: 'put', path: '/api/things', body: text, document: 'text' }).document).toBe('text');
  });

  it('with an input that does not fit', () => {
    take<Input<typeof changePart>>({ parameters: { id: 1, part: 'x' }, body: { text: '' } });
    // @ts-expect-error: `part` is missing.
    take<Input<typeof changePart>>({ parameters: { id: 1 }, body: { text: '' } });
    // @ts-expect-error: an id is a number.
    take<Input<typeof changePart>>({ parameters: { id: 'one', part: 'x' }, body: { text: '' } });
    // @ts-expect-error: the body is missing.
    take<Input<typeof changePart>>({ parameters: { id: 1, part: 'x' } });
    // @ts-expect-error: the body has no field `name`.
    take<Input<typeof changePart>>({ parameters: { id: 1, part: 'x' }, body: { text: '', name: '' } });
    // @ts-expect-error: the query has no `nmae`.
    take<Address<typeof listThings>>({ query: { nmae: '' } });
    // @ts-expect-error: the call has no body.
    take<Input<typeof listThings>>({ body: {} });
    // @ts-expect-error: the form has no field `name`.
    take<Input<typeof addFile>>({ form: { title: 'One', name: 'x' } });
    const input = take<Input<typeof addFile>>({ form: { title: 'One', content: new Blob(['x']) } });
    expect(Object.keys(input.form)).toEqual(['title', 'content']);
  });

  it('with values that are not those of the schemas', () => {
    const { parameters, body } = take<Given<typeof changePart>>({
      parameters: { id: 1, part: 'x' },
      query: { draft: undefined },
      body: { text: '' },
    });
    // @ts-expect-error: an id is a number.
    expect(take<string>(parameters.id)).toBe(1);
    // @ts-expect-error: the body has no `name`.
    expect(body.name).toBe(undefined);
    // @ts-expect-error: a position is a text.
    expect(take<Answer<typeof changePart>>({ position: 1 })).toEqual({ position: 1 });
  });
});
