import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';

/** A refused sign-in (requirements A1, F2). Each attempt has its own stream with a random id. */
export const signInEvents = {
  SignInRefused: event(z.object({ reason: z.string() })),
};

export type SignInEvent = EventsOf<typeof signInEvents>;
export type SignInCommand = Command<'RefuseSignIn', { reason: string }>;

export const signInDecider: Decider<Readonly<{ status: 'none' | 'refused' }>, SignInCommand, SignInEvent> = {
  noun: 'sign-in',
  initialState: { status: 'none' },
  decide: ({ data }, state) => (state.status === 'none' ? [{ type: 'SignInRefused', data }] : []),
  evolve: () => ({ status: 'refused' }),
};
