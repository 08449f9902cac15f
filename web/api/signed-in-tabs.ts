import * as z from 'zod/mini';
import { onShared, readShared, writeShared } from './shared-storage.ts';

/** Reasons of a logout. */
const reasons = ['chosen', 'idle', 'failed', 'ended'] as const;
export type SignOutReason = (typeof reasons)[number];

const state = z.object({
  userId: z.nullable(z.int()),
  reason: z.optional(z.enum(reasons)),
  disabled: z.optional(z.boolean()),
  at: z.number(),
});
type TabState = z.output<typeof state>;

const key = 'apim-signed-in';

const parse = (text: string | null): TabState | undefined => {
  try {
    return z.safeParse(state, JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
};

/** Tells the other tabs who is logged in. After a logout, the stored value says that nobody is. */
export const tellTabs = (userId: number | null, reason?: SignOutReason, disabled = false): void => {
  const told = { userId, ...(reason && { reason }), ...(disabled && { disabled }), at: Date.now() } satisfies TabState;
  writeShared(key, JSON.stringify(told));
};

/** Calls the listener when another tab logs in or out. */
export const onOtherTab = (
  listener: (userId: number | null, reason: SignOutReason | undefined, disabled: boolean) => void,
) =>
  onShared(key, (text) => {
    const told = parse(text);
    if (told) listener(told.userId, told.reason, told.disabled === true);
  });

/** Returns the reason of this browser's last logout, or undefined while somebody is logged in. */
export const lastReason = (): SignOutReason | undefined => parse(readShared(key))?.reason;
