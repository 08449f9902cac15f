import { isRow, type Json, type Row, strings } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { headerValue, removeHeader, setHeader } from '../proxy/header-list.ts';

type Action = 'remove' | 'rename' | 'replace' | 'add' | 'append';

function entries(config: Row, action: Action, part: string): [name: string, value: string][] {
  const section = config[action];
  return strings(isRow(section) ? section[part] : []).map((entry) => {
    const [, name = entry, value = ''] = /^([^:]+):(.*)$/s.exec(entry) ?? [];
    return [name, value];
  });
}

/** Returns the `name:value` pairs for JSON. `json_types` holds the type of each value, by position. */
function jsonEntries(config: Row, action: Action): [name: string, value: Json][] {
  const section = config[action];
  const types = strings(isRow(section) ? section.json_types : []);
  return entries(config, action, 'json').map(([name, value], i) => {
    if (types[i] === 'number') return [name, Number(value)];
    return [name, types[i] === 'boolean' ? value === 'true' : value];
  });
}

function transformJson(config: Row, body: Row): Row {
  const changed: Row = { ...body };
  for (const [name] of entries(config, 'remove', 'json')) delete changed[name];
  for (const [name, to] of entries(config, 'rename', 'json')) {
    const value = changed[name];
    if (value === undefined) continue;
    delete changed[name];
    changed[to] = value;
  }
  for (const [name, value] of jsonEntries(config, 'replace')) if (name in changed) changed[name] = value;
  for (const [name, value] of jsonEntries(config, 'add')) if (!(name in changed)) changed[name] = value;
  for (const [name, value] of jsonEntries(config, 'append')) {
    const old = changed[name];
    changed[name] = old === undefined ? [value] : Array.isArray(old) ? [...old, value] : [old, value];
  }
  return changed;
}

/** Changes the response to the client: headers and JSON bodies. */
export const responseTransformer: Plugin = {
  header(_call, { config }, { headers }) {
    for (const [name] of entries(config, 'remove', 'headers')) removeHeader(headers, name);
    for (const [name, to] of entries(config, 'rename', 'headers')) {
      const value = headerValue(headers, name);
      if (value === undefined) continue;
      removeHeader(headers, name);
      setHeader(headers, to, value);
    }
    for (const [name, value] of entries(config, 'replace', 'headers'))
      if (headerValue(headers, name) !== undefined) setHeader(headers, name, value);
    for (const [name, value] of entries(config, 'add', 'headers'))
      if (headerValue(headers, name) === undefined) setHeader(headers, name, value);
    for (const [name, value] of entries(config, 'append', 'headers')) headers.push([name, value]);
  },
  json({ config }) {
    const wanted = (['remove', 'rename', 'replace', 'add', 'append'] as const).some(
      (action) => entries(config, action, 'json').length > 0,
    );
    return wanted ? (body) => transformJson(config, body) : undefined;
  },
};
