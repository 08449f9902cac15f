import * as z from 'zod/mini';
import { environments } from '../core/environment.ts';
import { idSchemaFor } from '../core/id.ts';
import { atMost } from '../core/required-text.ts';

/**
 * `POST /api/kong/service/{id}/take-over`.
 *
 * @property seen           of the preview that the person looked at.
 * @property apiId          whose deployment the service becomes.
 * @property organizationId whose the keys become.
 */
export const takeOverForm = z.object({
  seen: z.string().check(atMost(40)),
  apiId: idSchemaFor('take-over.api-required'),
  environment: z.enum(environments, { error: 'deployment.environment-required' }),
  organizationId: idSchemaFor('take-over.organization-required'),
});
export type TakeOverForm = z.output<typeof takeOverForm>;
