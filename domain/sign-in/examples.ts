import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { idOf } from '#test/world/sample-events.ts';
import { signInDecider } from './sign-in.ts';

export const examples = nounExamples(signInDecider, {
  events: {
    SignInRefused: { reason: 'reason text' },
  },
  steps: ({ step }) => [
    step(fc.constantFrom('a', 'b', 'c').map(idOf), 'RefuseSignIn', () => fc.constant({ reason: 'user.unknown' })),
  ],
});
