import type { Field, Schema } from '../schema/schema.ts';

/*
 * Schemas of the entities whose schemas were not recorded, in Kong's own schema language. Written from the recorded
 * responses.
 */

const id: Record<string, Field> = { id: { type: 'string', uuid: true, auto: true } };
const tags: Record<string, Field> = {
  tags: { type: 'set', elements: { type: 'string', required: true, description: 'A string representing a tag.' } },
};
const created: Record<string, Field> = { created_at: { type: 'integer', timestamp: true, auto: true } };
const updated: Record<string, Field> = { updated_at: { type: 'integer', timestamp: true, auto: true } };
const ttl: Record<string, Field> = { ttl: { type: 'integer', between: [0, 100_000_000] } };
const text = (more: Field = {}): Field => ({ type: 'string', len_min: 1, ...more });
const owner = (name: string, reference: string, more: Field = {}): Record<string, Field> => ({
  [name]: { type: 'foreign', reference, on_delete: 'cascade', ...more },
});
const consumer = owner('consumer', 'consumers', { required: true });

export const targetSchema: Schema = {
  fields: [
    id,
    { created_at: { type: 'number', timestamp: true, auto: true } },
    { updated_at: { type: 'number', timestamp: true, auto: true } },
    owner('upstream', 'upstreams', { required: true }),
    { target: text({ required: true }) },
    { weight: { type: 'integer', between: [0, 65535], default: 100 } },
    tags,
  ],
};

export const keyAuthSchema: Schema = {
  fields: [id, created, consumer, { key: text({ auto: true, unique: true }) }, ttl, tags],
};

export const basicAuthSchema: Schema = {
  fields: [
    id,
    created,
    consumer,
    { username: text({ required: true, unique: true }) },
    { password: text({ required: true }) },
    tags,
  ],
};

export const jwtSchema: Schema = {
  fields: [
    id,
    created,
    consumer,
    { key: text({ auto: true, unique: true }) },
    { secret: text({ auto: true }) },
    { rsa_public_key: text() },
    { algorithm: { type: 'string', default: 'HS256' } },
    tags,
  ],
};

export const hmacAuthSchema: Schema = {
  fields: [
    id,
    created,
    consumer,
    { username: text({ required: true, unique: true }) },
    { secret: text({ auto: true }) },
    tags,
  ],
};

export const aclSchema: Schema = { fields: [id, created, consumer, { group: text({ required: true }) }, tags] };

export const oauth2Schema: Schema = {
  entity_checks: [{ mutually_required: ['hash_secret', 'client_secret'] }],
  fields: [
    id,
    created,
    consumer,
    { name: text({ required: true }) },
    { client_id: text({ auto: true, unique: true }) },
    { client_secret: text({ auto: true }) },
    { hash_secret: { type: 'boolean', required: true, default: false } },
    { redirect_uris: { type: 'array', elements: text({ required: true }) } },
    { client_type: { type: 'string', required: true, one_of: ['confidential', 'public'], default: 'confidential' } },
    tags,
  ],
};

export const oauth2TokenSchema: Schema = {
  fields: [
    id,
    created,
    owner('service', 'services'),
    owner('credential', 'oauth2_credentials', { required: true }),
    { token_type: { type: 'string', one_of: ['bearer'], default: 'bearer' } },
    { expires_in: { type: 'integer', required: true } },
    { access_token: text({ auto: true, unique: true }) },
    { refresh_token: text({ unique: true }) },
    { authenticated_userid: text() },
    { scope: text() },
    ttl,
  ],
};

export const certificateSchema: Schema = {
  entity_checks: [{ mutually_required: ['cert_alt', 'key_alt'] }],
  fields: [
    id,
    created,
    updated,
    { cert: text({ required: true }) },
    { key: text({ required: true }) },
    { cert_alt: text() },
    { key_alt: text() },
    tags,
  ],
};

export const sniSchema: Schema = {
  fields: [
    id,
    created,
    updated,
    { name: text({ required: true, unique: true }) },
    owner('certificate', 'certificates', { required: true }),
    tags,
  ],
};
