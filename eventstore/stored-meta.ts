import type { Outcome } from './event-store.ts';
import { outcomeHash } from './outcome-hash.ts';

/** What `meta` says of the command of an event. Somebody may have changed it. */
type CommandPart = Readonly<{ commandId: string; outcome?: unknown; isSealed: boolean }>;

/** Reads what the stored `meta` of an event says of its command. */
export const commandOf = (meta: string): CommandPart => {
  try {
    const { commandId, outcome, seal } = (JSON.parse(meta) ?? {}) as Record<string, unknown>;
    return { commandId: typeof commandId === 'string' ? commandId : '', outcome, isSealed: seal !== undefined };
  } catch {
    return { commandId: '', isSealed: false };
  }
};

/** Returns whether the stored result of a command is the one that its event was sealed with. Events without a seal tell none. */
export const hasItsOutcome = ({ isSealed, outcome }: CommandPart, stored: Outcome): boolean =>
  !isSealed || outcome === outcomeHash(stored);
