import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { installationDecider } from './installation.ts';

const first = {
  installationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  takenOver: { deployment: 12, consumer: 30 },
} as const;

it('an installation gets its id once; later processes take it unchanged', () => {
  const event = { type: 'InstallationIdentified', data: first } as const;
  expect(
    given(installationDecider, []).when({ type: 'IdentifyInstallation', data: { ...first, demandsSeals: false } }),
  ).toEqual([event]);
  const other = { ...first, installationId: '1b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8' };
  expect(
    given(installationDecider, [event]).when({ type: 'IdentifyInstallation', data: { ...other, demandsSeals: true } }),
  ).toEqual([]);
});

it('an installation with an empty log demands seals from its first event on', () => {
  const command = { type: 'IdentifyInstallation', data: { ...first, demandsSeals: true } } as const;
  expect(given(installationDecider, []).when(command)).toEqual([
    { type: 'SealsDemanded', data: {} },
    { type: 'InstallationIdentified', data: first },
  ]);
});

it('an older installation demands seals later, and again with a new key', () => {
  const events = [
    { type: 'InstallationIdentified', data: first },
    { type: 'SealsDemanded', data: {} },
  ] as const;
  for (const past of [events.slice(0, 1), events])
    expect(given(installationDecider, past).when({ type: 'DemandSeals', data: {} })).toEqual([
      { type: 'SealsDemanded', data: {} },
    ]);
});
