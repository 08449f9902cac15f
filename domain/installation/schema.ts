import * as z from 'zod';

/** `GET /api/setup`: what a new installation has and lacks. */
export const setupState = z.object({
  /** Of whoever runs the portal; null when there is none. */
  organization: z.string().nullable(),
  /** Names, the oldest first. */
  gateways: z.array(z.string()),
  apis: z.int(),
  /** Portico sends no mail yet. */
  mail: z.literal('not-there-yet'),
  dismissed: z.boolean(),
});
export type SetupState = z.output<typeof setupState>;

/** What dismissing the list answers; read it again at `position`. */
export const setupDismissed = z.object({ position: z.string() });

/** Whether everything is there that the portal needs to do its work. */
export const isSetUp = ({ organization, gateways, apis }: SetupState): boolean =>
  organization !== null && gateways.length > 0 && apis > 0;
