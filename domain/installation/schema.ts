import * as z from 'zod/mini';

/** `GET /api/setup`: what a new installation has and what is missing. */
export const setupState = z.object({
  /** The organization that runs the portal, or null. */
  organization: z.nullable(z.string()),
  /** Names, oldest first. */
  gateways: z.array(z.string()),
  apis: z.int(),
  /** Whether mails are sent. */
  mail: z.boolean(),
  dismissed: z.boolean(),
});
export type SetupState = z.output<typeof setupState>;

/** The response to dismissing the list. Read the list again at `position`. */
export const setupDismissed = z.object({ position: z.string() });

/** Returns whether the portal has everything that it needs to work. */
export const isSetUp = ({ organization, gateways, apis }: SetupState): boolean =>
  organization !== null && gateways.length > 0 && apis > 0;
