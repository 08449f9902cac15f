import * as z from 'zod/mini';
import { onShared, readShared, writeShared } from './shared-storage.ts';

/** Why nobody is signed in any more. */
const reasons = ['chosen', 'idle', 'failed', 'ended'] as const;
export type SignOutReason = (typeof reasons)[number];

const state = z.object({ userId: z.nullable(z.int()), reason: z.optional(z.enum(reasons)), at: z.number() });
type TabState = z.output<typeof state>;

const key = 'apim-signed-in';

const parse = (text: string | null): TabState | undefined => {
  try {
    return z.safeParse(state, JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
};

/** Tells the other tabs who is signed in: what is kept after a sign-out is that nobody is. */
export const tellTabs = (userId: number | null, reason?: SignOutReason): void => {
  writeShared(key, JSON.stringify({ userId, ...(reason && { reason }), at: Date.now() } satisfies TabState));
};

/** Told when another tab signed in or out. */
export const onOtherTab = (listener: (userId: number | null, reason: SignOutReason | undefined) => void) =>
  onShared(key, (text) => {
    const told = parse(text);
    if (told) listener(told.userId, told.reason);
  });

/** Why this browser was signed out last; undefined while somebody is signed in. */
export const lastReason = (): SignOutReason | undefined => parse(readShared(key))?.reason;
