import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answering, startAnsweringServer } from '#test/servers/answering-server.ts';
import { type Call, callOf } from './call.ts';
import { curlLine, fetchCode } from './code.ts';
import type { TryItField } from './schema.ts';
import { sentCall } from './sent.ts';

const run = promisify(execFile);
const answer: Answering = (_request, response) => response.end('{}');
let server: Awaited<ReturnType<typeof startAnsweringServer>>;
let folder: string;
const file = new File(['first\nline "two"'], "it's; a.csv", { type: 'text/csv' });
beforeAll(async () => {
  server = await startAnsweringServer(...Array.from({ length: 100 }, () => answer));
  folder = mkdtempSync(path.join(tmpdir(), 'portico-code-'));
  writeFileSync(path.join(folder, file.name), await file.text());
});
afterAll(() => server.close());

const json = { name: 'Content-Type', value: 'application/json' };
const about: Call = {
  method: 'POST',
  path: '/a%20b?ids=3,5&t=%27',
  headers: [{ name: 'X-Trace', value: `it's "$HOME"` }, json],
  body: { kind: 'text', text: `{"a":"it's $HOME \`x\` @file\\n","n":9007199254740993}` },
};
const field = (name: string, more: Partial<TryItField> = {}): TryItField => ({
  name,
  required: false,
  description: '',
  example: '',
  ...more,
});
const inParts = callOf(
  { method: 'PUT', path: '/files', summary: '', parameters: [], bodies: [], unsent: [] },
  {
    values: { 'field note': `@it's <b>; "x"\r\nü`, 'field tags': ['a', 'b'] },
    text: '',
    files: { data: [file] },
    form: {
      contentType: 'multipart/form-data',
      kind: 'parts',
      example: '',
      fields: [
        field('note'),
        field('tags', { writing: { shape: 'list', style: 'form', explode: true, reserved: false } }),
        field('data', { writing: { shape: 'file', style: 'form', explode: true, reserved: false } }),
      ],
    },
  },
);

const calls: Readonly<Record<string, Call>> = {
  'a read': {
    method: 'GET',
    path: '/orders/8949020000112345678?q=a%20b',
    headers: [{ name: 'Accept', value: '*/*' }],
    body: null,
  },
  'a removal': { ...about, method: 'DELETE', body: null },
  'a text': about,
  'a form': {
    ...about,
    headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    body: { kind: 'text', text: 'ac=4&product=8+%26+9' },
  },
  'a file': {
    ...about,
    method: 'PATCH',
    headers: [{ name: 'Content-Type', value: 'text/csv' }],
    body: { kind: 'file', file },
  },
  parts: inParts,
  'a part with a media type': {
    ...inParts,
    body: { kind: 'parts', parts: [{ name: 'about', text: '{"a":"b;c,\\"d\\""}', contentType: 'application/json' }] },
  },
};

/** Returns what a server reads of the last request, whatever the boundary of its body is. */
const lastRequest = async () => {
  const { method, url, headers, body } = server.seen.at(-1) ?? { method: '', url: '', headers: {}, body: '' };
  const type = headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/');
  const parts = isForm ? [...(await new Response(body, { headers: { 'content-type': type } }).formData())] : [];
  const read = await Promise.all(
    parts.map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : [value.name, value.type, await value.text()],
    ]),
  );
  return {
    method,
    url,
    key: headers.apikey,
    trace: headers['x-trace'],
    type: isForm ? 'multipart/form-data' : type,
    types: [...body.matchAll(/^Content-Type: (.*)$/gim)].map(([, one]) => one),
    body: isForm ? read : body,
  };
};

it.each(Object.entries(calls))('curl and JavaScript send what the portal sends: %s', async (_what, call) => {
  const sent = await sentCall(call);
  const bytes = sent.body === null ? null : sent.encoding ? Buffer.from(sent.body, 'base64') : sent.body;
  const headers = { apikey: 'k-1', ...Object.fromEntries(sent.headers.map(({ name, value }) => [name, value])) };
  await fetch(`${server.url}${sent.path}`, { method: sent.method, headers, body: bytes });
  const wanted = await lastRequest();
  expect(wanted).toMatchObject({ method: call.method, url: call.path, key: 'k-1' });

  const options = { cwd: folder, env: { ...process.env, API_KEY: 'k-1' } };
  await run('bash', ['-c', curlLine(call, server.url, '"apikey: $API_KEY"')], options);
  expect(await lastRequest()).toEqual(wanted);

  const code = fetchCode(call, server.url, { name: 'apikey', value: 'process.env.API_KEY' });
  if (code === undefined) return expect(_what).toBe('a part with a media type');
  await run(process.execPath, ['--input-type=module', '-e', code], options);
  expect(await lastRequest()).toEqual(wanted);
});
