import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { idOf } from '#test/world/sample-events.ts';
import { installationDecider } from './installation.ts';
import { setupId } from './setup.ts';

export const examples = nounExamples(installationDecider, {
  events: {
    InstallationIdentified: {
      installationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
      takenOver: { deployment: 12, consumer: 12 },
    },
    SealsDemanded: {},
  },
  steps: ({ step }) => [
    step(fc.constant(setupId), 'IdentifyInstallation', () =>
      fc.record({
        installationId: fc.constantFrom('a', 'b').map(idOf),
        takenOver: fc.record({ deployment: fc.nat(4), consumer: fc.nat(4) }),
        demandsSeals: fc.boolean(),
      }),
    ),
    step(fc.constant(setupId), 'DemandSeals', () => fc.constant({})),
  ],
});
