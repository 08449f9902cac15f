import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { problemsOf } from '../core/validation.ts';
import {
  emptyRequestTransformer,
  requestTransformerConfig,
  requestTransformerFields,
  transformsRequests,
} from './request-transformer.ts';

const body = z.strictObject(requestTransformerFields);
const problemsIn = (lists: object) => {
  const result = body.safeParse(lists);
  return result.success ? [] : problemsOf(result.error).map(({ code, field }) => `${field}: ${code}`);
};

describe('the lists of a request transformer', () => {
  it('are lists of entries or one text with ; between them, trimmed, without duplicates', () => {
    expect(body.parse({ removeHeaders: ' X-A; X-B ;X-A;' })).toEqual({
      ...emptyRequestTransformer,
      removeHeaders: ['X-A', 'X-B'],
    });
    expect(body.parse({ addHeaders: ['X-Shop : 7:30; late', 'X-Shop:7:30; late'] }).addHeaders).toEqual([
      'X-Shop:7:30; late',
    ]);
    expect(body.parse({})).toEqual(emptyRequestTransformer);
  });

  it.each([
    [{ removeHeaders: ['X-A:1'] }, 'removeHeaders.0: transformer.remove-invalid'],
    [{ removeBody: ['a', ' '] }, 'removeBody.1: transformer.remove-invalid'],
    [{ renameHeaders: ['X-Old'] }, 'renameHeaders.0: transformer.rename-invalid'],
    [{ renameQuerystring: ['old:'] }, 'renameQuerystring.0: transformer.rename-invalid'],
    [{ addHeaders: ['X-A'] }, 'addHeaders.0: transformer.add-invalid'],
    [{ addBody: [':1'] }, 'addBody.0: transformer.add-invalid'],
    [{ replaceHeaders: ['X-A:'] }, 'replaceHeaders.0: transformer.add-invalid'],
    [{ addHeaders: ['X-Bad Name:1'] }, 'addHeaders.0: transformer.header-invalid'],
    [{ renameHeaders: ['X-Old:X New'] }, 'renameHeaders.0: transformer.header-invalid'],
    [{ addHeaders: ['Content-Length:5'] }, 'addHeaders.0: transformer.header-fixed'],
    [{ removeHeaders: 'transfer-encoding' }, 'removeHeaders.0: transformer.header-fixed'],
    [{ addHeaders: ['X-A:a\r\nX-B:b'] }, 'addHeaders.0: transformer.unprintable'],
    [{ addQuerystring: ['a:$(os.time())'] }, 'addQuerystring.0: transformer.template-refused'],
    [{ addBody: [`a:${'x'.repeat(1000)}`] }, 'addBody.0: field.too-long'],
    [{ addBody: Array.from({ length: 51 }, (_, at) => `a${at}:1`) }, 'addBody: transformer.too-many'],
    [{ addBody: 7 }, 'addBody: field.invalid'],
    [{ addCookies: [] }, 'addCookies: field.unknown'],
  ])('refuse %j at the entry', (lists, problem) => {
    expect(problemsIn(lists)).toEqual([problem]);
  });

  it("become the plugin's configuration, including empty lists", () => {
    const lists = body.parse({ addHeaders: ['X-A:1'], renameBody: ['old:new'], removeQuerystring: 'q' });
    expect(transformsRequests(lists)).toBe(true);
    expect(transformsRequests(emptyRequestTransformer)).toBe(false);
    expect(requestTransformerConfig(lists)).toEqual({
      add: { headers: ['X-A:1'], querystring: [], body: [] },
      append: { headers: [], querystring: [], body: [] },
      remove: { headers: [], querystring: ['q'], body: [] },
      rename: { headers: [], querystring: [], body: ['old:new'] },
      replace: { headers: [], querystring: [], body: [], uri: null },
      http_method: null,
    });
  });
});
