import { type CheckedKong, checkKong, UnfitKongError } from '#gateway/check-kong.ts';
import type { DemoGateway } from './demo/seed.ts';
import { checkWayBack } from './kong/check-way-back.ts';
import { removeOwn } from './kong/remove-own.ts';
import type { StartOptions } from './options.ts';
import type { DataFolder, Identity, OwnKong } from './process/data-folder.ts';
import type { PortName } from './process/ports.ts';
import { StartError } from './process/start-error.ts';

/**
 * The gateway that the demo runs on: the sandbox's, or somebody's own Kong.
 *
 * @property kong         what is kept about somebody's own Kong.
 * @property host         how the gateway reaches this machine.
 * @property frequency    of the sandbox gateway.
 * @property withoutPorts ports that nobody listens on here.
 * @property checkWayBack proves that the gateway reaches the echo.
 * @property reset        takes away from somebody's own Kong what was made there on the data that is deleted next.
 * @property register     what the portal is told of it; a sandbox gateway refuses whoever comes without its token.
 */
export type ChosenGateway = Readonly<{
  kong: OwnKong | undefined;
  host: string;
  frequency: number | undefined;
  withoutPorts: readonly PortName[];
  checkWayBack: (echoPort: number) => Promise<void>;
  reset: () => Promise<void>;
  register: (ports: Readonly<Record<PortName, number>>, identity: Identity) => DemoGateway;
}>;

const sandboxGateway = (frequency: number): ChosenGateway => ({
  kong: undefined,
  host: '127.0.0.1',
  frequency,
  withoutPorts: [],
  checkWayBack: async () => undefined,
  reset: async () => undefined,
  register: (ports, { gatewayToken }) => ({
    name: 'Sandbox gateway',
    adminKey: gatewayToken,
    adminUrl: `http://127.0.0.1:${ports.gatewayAdmin}`,
    apiUrl: `http://localhost:${ports.gatewayProxy}`,
    apiSslUrl: `https://localhost:${ports.gatewayProxySsl}`,
    portalUrl: `http://127.0.0.1:${ports.ingest}`,
  }),
});

const ownKong = (
  { adminUrl, host, token }: NonNullable<StartOptions['kong']>,
  { apiUrl, apiSslUrl, frequency }: CheckedKong,
  before: OwnKong | undefined,
  isNew: boolean,
  say: (line: string) => void,
): ChosenGateway => ({
  kong: { adminUrl, apiUrl, apiSslUrl, host },
  host,
  frequency: undefined,
  withoutPorts: ['gatewayAdmin', 'gatewayProxy', 'gatewayProxySsl'],
  checkWayBack: async (echoPort) => {
    // Whatever was deployed there says later whether it still is so.
    if (!isNew) return;
    say(`Checking that the Kong reaches this machine as ${host}`);
    const target = `http://${host}:${echoPort}`;
    if (!(await checkWayBack({ adminUrl, token, apiUrl, frequency, target })))
      say(
        `A route to the echo was not in force in time at ${apiUrl}, so this is not known. Is that the proxy of this Kong?`,
      );
  },
  // What was made there would otherwise stay without anybody who knows it.
  reset: async () => {
    if (!before?.installationId) return;
    const { installationId } = before;
    const removed = await removeOwn({ adminUrl: before.adminUrl, token, installationId, frequency });
    say(`Removed from the Kong what this installation had made there: ${removed} objects`);
  },
  register: ({ ingest }) => ({
    name: 'Kong',
    adminKey: token,
    adminUrl,
    apiUrl,
    apiSslUrl,
    portalUrl: `http://${host}:${ingest}`,
  }),
});

const wordsFor = (kong: OwnKong | undefined): string =>
  kong
    ? `the Kong ${kong.adminUrl} (proxy ${kong.apiUrl}, ${kong.apiSslUrl}; this machine is ${kong.host})`
    : 'the sandbox gateway';

/** Addresses of the gateway are in the events, so a folder stays with the one that it was set up on. */
const refuseAnother = (folder: string, before: OwnKong | undefined, now: OwnKong | undefined): void => {
  if (wordsFor(before) === wordsFor(now)) return;
  throw new StartError(
    `The data in ${folder} was set up on ${wordsFor(before)}, not on ${wordsFor(now)}.\n` +
      'Start it as before, or take another folder: PORTICO_DATA=<folder> npm start -- [options]',
  );
};

const check = async (kong: NonNullable<StartOptions['kong']>): Promise<CheckedKong> =>
  await checkKong({ ...kong, proxyOption: '--kong-proxy' }).catch((error: unknown) => {
    throw error instanceof UnfitKongError ? new StartError(error.message) : error;
  });

/**
 * Checks the Kong that the options name, and sees to it that the folder stays with its gateway. Changes nothing yet.
 *
 * @throws StartError when the Kong is not fit for it, or the data belongs to another gateway.
 */
export const openGateway = async (
  { kong, folder, frequency, reset: isReset }: StartOptions,
  data: DataFolder,
  say: (line: string) => void,
): Promise<ChosenGateway> => {
  const checked = kong && (await check(kong));
  if (checked)
    say(`Kong ${checked.version} with a database answers; it takes changes into force every ${checked.frequency} s`);
  const known = data.known();
  const gateway =
    kong && checked ? ownKong(kong, checked, known?.kong, !known || isReset, say) : sandboxGateway(frequency);
  // A reset may change how the Kong and this machine reach each other, but not leave another Kong's things behind.
  if (known && (!isReset || known.kong?.adminUrl !== kong?.adminUrl)) refuseAnother(folder, known.kong, gateway.kong);
  return gateway;
};
