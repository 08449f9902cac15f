import * as z from 'zod/mini';
import { environments } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost, requiredText } from '../core/required-text.ts';
import { takeOverForm } from './form.ts';
import { skipReasonLimit } from './skip-reason.ts';
import { decisionStates, takeOverVerdict } from './verdict.ts';

/** So many services are decided by one call at most. */
export const decidedAtOnce = 200;

/** Rows on a page. */
export const decisionPageSize = 50;

/** `GET /api/kong/take-overs`: the services of a gateway that are not of this portal, with what was decided about each. */
export const decisionQuery = z.extend(
  listParameters(['name', 'host', 'state', 'decidedAt'], { sort: 'name', order: 'asc' }),
  {
    gatewayId: z.optional(idParameter),
    search: z._default(z.string().check(atMost(200)), ''),
    state: z.optional(z.enum(decisionStates)),
  },
);
export type DecisionQuery = z.output<typeof decisionQuery>;

const problem = z.object({ code: z.string(), parameters: z.optional(z.record(z.string(), z.unknown())) });
const named = z.nullable(z.object({ id: idSchema, name: z.string() }));

/**
 * A service that is not of this portal.
 *
 * @property id       at its gateway.
 * @property verdict  what the preview says; null: the gateway does not have it any more.
 * @property hasBegun a worker changes something at the gateway, so it can't be stopped any more.
 * @property reason   why it is skipped.
 * @property api, environment, organization of the newest try.
 * @property problems why the newest try has failed, or waits.
 */
const decisionRow = z.object({
  id: z.string(),
  gatewayId: idSchema,
  name: z.string(),
  host: z.string(),
  verdict: z.nullable(takeOverVerdict),
  state: z.enum(decisionStates),
  hasBegun: z.boolean(),
  reason: z.string(),
  api: named,
  environment: z.nullable(z.enum(environments)),
  organization: named,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  operationId: z.nullable(z.string()),
  problems: z.array(problem),
});
export type DecisionRow = z.output<typeof decisionRow>;

/** @property counts the services in each state, whatever the filter. @property waiting those that can still be stopped. */
export const decisionPage = z.extend(pageOf('data', decisionRow), {
  gatewayId: z.nullable(idSchema),
  counts: z.record(z.enum(decisionStates), z.int()),
  waiting: z.int(),
});
export type DecisionPage = z.output<typeof decisionPage>;

const gateway = { gatewayId: idSchema };
const ids = z.array(z.uuid()).check(z.minLength(1), z.maxLength(decidedAtOnce));

/** `POST /api/kong/take-overs`: puts many services under the portal, each with choices of its own. */
export const takeOversForm = z.object({
  ...gateway,
  services: z.array(z.extend(takeOverForm, { id: z.uuid() })).check(z.minLength(1), z.maxLength(decidedAtOnce)),
});

/** `POST /api/kong/take-overs/skip`. */
export const skipForm = z.object({
  ...gateway,
  serviceIds: ids,
  reason: requiredText(skipReasonLimit, 'take-over.reason-required'),
});

/** `POST /api/kong/take-overs/reopen`. */
export const reopenForm = z.object({ ...gateway, serviceIds: ids });

/** `POST /api/kong/take-overs/stop`: stops all that have not begun. */
export const stopForm = z.object(gateway);

/** @property refused the services that stay as they are, and why. */
export const servicesDecided = z.object({
  decided: z.array(z.string()),
  refused: z.array(z.extend(problem, { id: z.string(), name: z.string() })),
  position: z.string(),
});
export type ServicesDecided = z.output<typeof servicesDecided>;
