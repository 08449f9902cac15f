import type { Json, Row } from '../kernel/json.ts';
import type { Violations } from '../schema/schema.ts';
import { violationMessage } from '../schema/violation-text.ts';

/** A response of the Admin API. Its body is JSON, text of another type (`type`), or nothing. */
export type AdminResponse = { status: number; body?: unknown; type?: string; headers?: Record<string, string> };

/** Ends the handling of a request at once, with this response. */
export class Refusal extends Error {
  readonly response: AdminResponse;
  constructor(response: AdminResponse) {
    super(`refused with ${response.status}`);
    this.response = response;
  }
}

/** Writes a key of several fields as Kong does: `{consumer=null,name="x",service={id="..."}}`. */
function keyText(fields: Row): string {
  const shown = (value: Json | undefined): string => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return keyText(value);
    return value === null || value === undefined ? 'null' : `"${value}"`;
  };
  return `{${Object.keys(fields)
    .sort()
    .map((name) => `${name}=${shown(fields[name])}`)
    .join(',')}}`;
}

const refuse = (status: number, code: number, name: string, message: string, more: object = {}) =>
  new Refusal({ status, body: { message, name, code, ...more } });

export const notFound = () => new Refusal({ status: 404, body: { message: 'Not found' } });

export const schemaViolation = (found: Violations) =>
  refuse(400, 2, 'schema violation', violationMessage(found), { fields: found });

export const duplicateId = (id: string) =>
  refuse(400, 3, 'primary key violation', `primary key violation on key '{id="${id}"}'`, { fields: { id } });

export const foreignKeyViolation = (field: string, to: string, key: Row) =>
  refuse(
    400,
    4,
    'foreign key violation',
    `the foreign key '${keyText(key)}' does not reference an existing '${to}' entity.`,
    { fields: { [field]: key } },
  );

export const stillReferenced = (kind: string, by: string) =>
  refuse(400, 4, 'foreign key violation', `an existing '${by}' entity references this '${kind}' entity`, {
    fields: { '@referenced_by': by },
  });

export const uniqueViolation = (fields: Row) =>
  refuse(409, 5, 'unique constraint violation', `UNIQUE violation detected on '${keyText(fields)}'`, { fields });

export const missingEntity = (field: string, value: string) =>
  refuse(
    404,
    6,
    'not found',
    `could not find the entity with ${field === 'id' ? 'primary key ' : ''}'${keyText({ [field]: value })}'`,
    { fields: { [field]: value } },
  );

export const invalidOffset = (offset: string) =>
  refuse(400, 7, 'invalid offset', `'${offset}' is not a valid offset: bad json encoding`);

export const invalidSize = (message: string) => refuse(400, 9, 'invalid size', message);

export const invalidName = (message: string) => refuse(400, 10, 'invalid unique name', message);

export const invalidTags = (problem: string) =>
  refuse(400, 11, 'invalid options', `invalid option (tags: ${problem})`, { options: { tags: problem } });

/** @param doing such as `create`, of a change that a Kong without a database does not make. */
export const noDatabase = (doing: string, kind: string) =>
  refuse(405, 12, 'operation unsupported', `cannot ${doing} '${kind}' entities when not using a database`);

export const unexpected = () => new Refusal({ status: 500, body: { message: 'An unexpected error occurred' } });
