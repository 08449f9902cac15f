import { isRow, type Row, strings, text } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import { checkRecord } from '../schema/check-field.ts';
import { expandShorthands, fillRecord, mirrorShorthands } from '../schema/fill.ts';
import { pluginSchema } from '../schema/recorded-schemas.ts';
import { type Field, namedFields, type Schema, type Violations } from '../schema/schema.ts';
import { utf8Name } from '../schema/typedefs.ts';
import type { Entity } from './entities.ts';
import { entityExtraChecks, pluginExtraChecks } from './extra-checks.ts';
import { expiryField, secondsLeft } from './store.ts';

/** Returns the schema of this row. A plugin has the entity's schema with the plugin's own fields. */
export function schemaOf(kind: Entity, row: Row): Schema {
  const own = kind.name === 'plugins' ? pluginSchema(text(row.name)) : undefined;
  if (!own) return kind.schema;
  const fields = new Map<string, Field>([...namedFields(kind.schema), ...namedFields(own)]);
  return {
    fields: [...fields].map(([name, field]) => ({ [name]: field })),
    entity_checks: [...(kind.schema.entity_checks ?? []), ...(own.entity_checks ?? [])],
  };
}

function configField(kind: Entity, row: Row): Field | undefined {
  return namedFields(schemaOf(kind, row)).find(([name]) => kind.name === 'plugins' && name === 'config')?.[1];
}

/** Splits a service's `url` as Kong does: a text without a scheme is a path, and a query is removed. */
function expandUrl(given: Row): Row {
  if (!('url' in given)) return given;
  const { url, ...rest } = given;
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/:?#]*)(?::(\d+))?([^?#]*)/i.exec(text(url));
  if (!parts) return { ...rest, path: text(url).replace(/[?#].*/s, '') || null };
  const [, protocol = '', host = '', port, path] = parts;
  const usual = protocol === 'https' ? 443 : 80;
  return { ...rest, protocol, host: host || null, port: port ? Number(port) : usual, path: path || null };
}

/** Returns a request's body with its short forms written out, without defaults. */
export function expandGiven(kind: Entity, given: Row, pluginName = given.name ?? null): Row {
  if (kind.name === 'services') return expandUrl(given);
  const config = configField(kind, { name: pluginName });
  return config && isRow(given.config) ? { ...given, config: expandShorthands(config, given.config) } : given;
}

function generate(schema: Partial<Schema>, row: Row, random: Random): Row {
  const filled: Row = { ...row };
  for (const [name, field] of namedFields(schema)) {
    const value = filled[name];
    if (field.auto && field.type === 'string' && !field.uuid && (value === null || value === undefined))
      filled[name] = random.token();
    if (field.type === 'record' && isRow(value)) filled[name] = generate(field, value, random);
  }
  return filled;
}

/** Returns the whole row of a body: with defaults, generated values and times. Does not check it. */
export function completeRow(kind: Entity, given: Row, random: Random, existing?: Row): Row {
  const schema = schemaOf(kind, given);
  const row = generate(schema, fillRecord(schema, given), random);
  const fields = new Map(namedFields(schema));
  const exact = fields.get('created_at')?.type === 'number';
  const now = exact ? Date.now() / 1000 : Math.floor(Date.now() / 1000);
  row.id = given.id ?? existing?.id ?? random.id();
  row.created_at = existing?.created_at ?? now;
  if (fields.has('updated_at')) row.updated_at = now;
  return row;
}

/** Returns all violations of a whole row. */
export function rowViolations(kind: Entity, row: Row, updating: boolean, sent: Row): Violations {
  const found = checkRecord(schemaOf(kind, row), row, updating, sent);
  if (kind.namedByUtf8 && !found.name && text(row.name)) {
    const wrong = utf8Name(text(row.name));
    if (wrong) found.name = wrong;
  }
  entityExtraChecks[kind.name]?.(row, found);
  if (kind.name !== 'plugins') return found;
  const name = text(row.name);
  if (name && !pluginSchema(name))
    return { name: `plugin '${name}' not enabled; add it to the 'plugins' configuration property` };
  if (!name) return { name: 'required field missing' };
  if (!found.config && isRow(row.config)) pluginExtraChecks[name]?.(row.config, found);
  return found;
}

/** Returns the row as the Admin API shows it. */
export function presentRow(kind: Entity, row: Row): Row {
  const { [expiryField]: _end, ...shown } = row;
  const fields = new Map(namedFields(kind.schema));
  for (const name of fields.keys()) shown[name] ??= null;
  if (fields.has('ttl')) shown.ttl = secondsLeft(row);
  const config = configField(kind, row);
  if (config && isRow(shown.config)) shown.config = mirrorShorthands(config, shown.config);
  return shown;
}

/** Returns the tags of a row. */
export const tagsOf = (row: Row): string[] => strings(row.tags);
