import * as z from 'zod/mini';
import { environments } from '../core/environment.ts';
import { idSchemaFor } from '../core/id.ts';

/** Chosen instead of an API: each service becomes a deployment of the API with its own name. */
export const apiOfName = 'of-name';

/** The choices for many services, which hold for each of them. */
export const manyChoices = z.object({
  apiId: z.union([z.literal(apiOfName), idSchemaFor('take-over.api-required')], 'take-over.api-required'),
  environment: z.enum(environments, { error: 'deployment.environment-required' }),
  organizationId: idSchemaFor('take-over.organization-required'),
});
