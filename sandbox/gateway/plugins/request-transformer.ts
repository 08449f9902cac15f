import { isRow, type Json, parseJson, type Row, strings, text } from '../kernel/json.ts';
import type { Call, Plugin } from '../proxy/call.ts';
import { headerValue, headerValues, removeHeader, setHeader } from '../proxy/header-list.ts';
import { sentPath } from '../proxy/request-path.ts';

type Action = 'remove' | 'rename' | 'replace' | 'add' | 'append';
type Parameters = Record<string, string[]>;

/** Fills in `$(headers.name)`, `$(query_params.name)` and `$(uri_captures.name)`. Other templates become empty. */
function fill(template: string, call: Call): string {
  return template.replace(
    /\$\(([a-z_]+)(?:\.([\w-]+)|\[['"]?([\w-]+)['"]?\])\)/g,
    (_all, source: string, dotted?: string, indexed?: string) => {
      const name = dotted ?? indexed ?? '';
      if (source === 'headers') return headerValue(call.upstream.headers, name.replaceAll('_', '-')) ?? '';
      if (source === 'query_params') return new URLSearchParams(call.query).get(name) ?? '';
      return source === 'uri_captures' ? (call.match.captures[name] ?? '') : '';
    },
  );
}

/** Returns the `name:value` pairs of one action for one part of the request. */
function pairs(config: Row, action: Action, part: string, call: Call): [string, string][] {
  const section = config[action];
  return strings(isRow(section) ? section[part] : []).map((entry) => {
    const [, name = entry, value = ''] = /^([^:]+):(.*)$/s.exec(entry) ?? [];
    return [name, fill(value, call)];
  });
}

function transformHeaders(config: Row, call: Call): void {
  const { headers } = call.upstream;
  const each = (action: Action) => pairs(config, action, 'headers', call);
  for (const [name] of each('remove')) removeHeader(headers, name);
  for (const [name, to] of each('rename')) {
    const [value] = headerValues(headers, name);
    if (value === undefined) continue;
    removeHeader(headers, name);
    setHeader(headers, to.toLowerCase(), value);
  }
  for (const [name, value] of each('replace'))
    if (headerValue(headers, name) !== undefined) setHeader(headers, name, value);
  for (const [name, value] of each('add'))
    if (headerValue(headers, name) === undefined) setHeader(headers, name, value);
  for (const [name, value] of each('append')) headers.push([name, value]);
}

/** Applies the five actions to named values: of a query, a form or a JSON object. */
function transformValues<T extends Json>(
  values: Record<string, T>,
  config: Row,
  part: string,
  call: Call,
  append: (old: T | undefined, value: string) => T,
  plain: (value: string) => T,
): void {
  const each = (action: Action) => pairs(config, action, part, call);
  for (const [name] of each('remove')) delete values[name];
  for (const [name, to] of each('rename')) {
    // Keeps the place of a renamed field, so that a form's fields stay in order.
    const renamed = Object.entries(values).map(([each, value]): [string, T] => [each === name ? to : each, value]);
    for (const each of Object.keys(values)) delete values[each];
    Object.assign(values, Object.fromEntries(renamed));
  }
  for (const [name, value] of each('replace')) if (name in values) values[name] = plain(value);
  for (const [name, value] of each('add')) if (!(name in values)) values[name] = plain(value);
  for (const [name, value] of each('append')) values[name] = append(values[name], value);
}

function transformParameters(encoded: string, config: Row, part: string, call: Call): Parameters {
  const values: Parameters = {};
  for (const [name, value] of new URLSearchParams(encoded)) values[name] = [...(values[name] ?? []), value];
  transformValues(
    values,
    config,
    part,
    call,
    (old, value) => [...(old ?? []), value],
    (value) => [value],
  );
  return values;
}

const encodeParameters = (values: Parameters) =>
  new URLSearchParams(Object.entries(values).flatMap(([name, all]) => all.map((value) => [name, value]))).toString();

async function transformBody(config: Row, call: Call): Promise<void> {
  const type = headerValue(call.upstream.headers, 'content-type') ?? '';
  const before = (await call.body()).toString();
  if (/application\/json/i.test(type)) {
    const parsed = parseJson(before || '{}');
    if (!isRow(parsed)) return;
    const append = (old: Json | undefined, value: string): Json =>
      old === undefined ? [value] : Array.isArray(old) ? [...old, value] : [old, value];
    transformValues(parsed, config, 'body', call, append, (value): Json => value);
    call.setBody(Buffer.from(JSON.stringify(parsed)));
  } else if (/x-www-form-urlencoded/i.test(type))
    call.setBody(Buffer.from(encodeParameters(transformParameters(before, config, 'body', call))));
}

/** Changes the request to the upstream: headers, query, body, path and method. */
export const requestTransformer: Plugin = {
  async access(call, { config }) {
    const touches = (part: string) =>
      (['remove', 'rename', 'replace', 'add', 'append'] as const).some(
        (action) => pairs(config, action, part, call).length > 0,
      );
    const replace = isRow(config.replace) ? config.replace : {};
    if (text(replace.uri)) call.upstream.path = sentPath(fill(text(replace.uri), call));
    if (touches('querystring')) {
      const values = transformParameters(call.upstream.query, config, 'querystring', call);
      const sorted = Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
      call.upstream.query = encodeParameters(sorted);
    }
    if (touches('body')) await transformBody(config, call);
    transformHeaders(config, call);
    if (text(config.http_method)) call.upstream.method = text(config.http_method);
    return undefined;
  },
};
