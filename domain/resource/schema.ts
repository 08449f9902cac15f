import * as z from 'zod/mini';
import { requiredName } from '../core/given-name.ts';
import { ownHistoryEntry } from '../core/history.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { basedOnField, savedBasedOn } from '../core/older-form.ts';
import { atMost, requiredText, textOr } from '../core/required-text.ts';
import { certificateNameLimit, certificateSizeLimit, certificatesLimit } from './certificate.ts';
import { configProblems, configSchema, customLimit } from './configs.ts';
import { resourceHistory } from './history.ts';
import { certificateRow, resourceAccess, resourceRow } from './row.ts';
import { resourceTypes } from './types.ts';

/** Characters. */
const resourceNameLimit = 200;
/** Organizations of a resource that is not public. */
const organizationsLimit = 1000;

const certificateText = textOr('certificate.required').check(
  z.trim(),
  z.minLength(1, 'certificate.required'),
  atMost(certificateSizeLimit, 'certificate.too-large'),
);

/** A file of one or several certificates, as PEM. */
const certificateFile = {
  name: requiredText(certificateNameLimit, 'certificate.name-required'),
  certificate: certificateText,
};

/** What is saved, and what is tested before. */
const formFields = {
  /** 0 adds a resource. */
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  type: z.enum(resourceTypes, { error: 'resource.type-required' }),
  name: requiredName(resourceNameLimit, 'resource.name-required'),
  isPublic: z._default(z.boolean(), false),
  /** The organizations that may use it. */
  access: z._default(z.array(idSchema).check(z.maxLength(organizationsLimit)), []),
  configs: z.array(configSchema).check(z.maxLength(customLimit + 20)),
  /** Says that a broker without encryption is meant. */
  allowPlaintext: z.optional(z.boolean()),
  /** Of a new resource: a gateway with an authority of its own is asked at once. Later they are added one by one. */
  certificates: z.optional(z.array(z.strictObject(certificateFile)).check(z.maxLength(certificatesLimit))),
};

/** `POST /api/resources`. `id` 0 adds a resource. */
export const resourceBody = z
  .strictObject({ ...formFields, basedOn: basedOnField })
  .check(z.superRefine((body, context) => configProblems(body, context)));
export type ResourceBody = z.output<typeof resourceBody>;

/** `POST /api/resource/test`: the form before it is saved. */
export const resourceTestBody = z
  .strictObject({ ...formFields, name: z.optional(z.string().check(z.maxLength(resourceNameLimit))) })
  .check(z.superRefine((body, context) => configProblems(body, context)));
export type ResourceTestBody = z.output<typeof resourceTestBody>;

export const resourceSaved = z.object({
  id: idSchema,
  name: z.string(),
  type: z.enum(resourceTypes),
  basedOn: savedBasedOn,
  position: z.string(),
});
export const resourceRemoved = z.object({ entityId: idSchema, position: z.string() });

/** A type of resources, and what a new one has unless somebody says otherwise. */
export const resourceTypeRow = z.object({
  id: idSchema,
  name: z.enum(resourceTypes),
  configs: z.array(z.object({ name: z.string(), isRequired: z.boolean(), isSecret: z.boolean(), default: z.string() })),
});
export type ResourceTypeRow = z.output<typeof resourceTypeRow>;

export const resourceList = z.array(resourceRow);

/** `GET /api/resourceAccess`, `GET /api/certificates`. */
export const ofResource = z.object({ resourceId: idParameter });

/** `POST /api/resourceAccess`. */
export const resourceAccessBody = z.strictObject({
  resourceId: idSchemaFor('resource.unknown'),
  organizationId: idSchemaFor('user.organization-unknown'),
});
export const resourceAccessSaved = z.extend(resourceAccess, { position: z.string() });
export const resourceAccessRemoved = z.object({ entityId: z.string(), position: z.string() });
/** `<resource>-<organization>`. */
export const accessParameter = z.pipe(
  z.string().check(atMost(21), z.regex(/^[1-9]\d{0,9}-[1-9]\d{0,9}$/)),
  z.transform((text) => {
    const [resourceId = 0, organizationId = 0] = text.split('-').map(Number);
    return { text, resourceId, organizationId };
  }),
);

/** `POST /api/certificate`. */
export const certificateBody = z.strictObject({
  ...certificateFile,
  resource: idSchemaFor('resource.unknown'),
});
export const certificateSaved = z.extend(certificateRow, { position: z.string() });

/** An entry of `GET /api/resource/{id}/history`, the newest first. */
export const resourceChange = ownHistoryEntry(resourceHistory);
export type ResourceChange = z.output<typeof resourceChange>;
