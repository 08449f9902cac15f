import { type CheckedKong, checkKong, UnfitKongError } from '../gateway/admin-api/check-kong.ts';
import { GatewayError } from '../gateway/admin-api/gateway-failure.ts';
import { demoPlaces } from './demo/places.ts';
import { problemText } from './demo/problem-text.ts';
import type { DemoGateway } from './demo/seed.ts';
import { checkWayBack } from './kong/check-way-back.ts';
import { removeOwn } from './kong/remove-own.ts';
import { takenPlaces } from './kong/taken-places.ts';
import type { StartOptions } from './options.ts';
import type { DataFolder, Identity, OwnKong } from './process/data-folder.ts';
import type { PortName } from './process/ports.ts';
import { StartError } from './process/start-error.ts';

/**
 * The gateway of the demo: the sandbox's, or a Kong of one's own.
 *
 * @property kong         what the data folder keeps about a Kong of one's own.
 * @property host         this machine's name or address for the gateway.
 * @property frequency    of the sandbox gateway.
 * @property withoutPorts the ports that are not used here.
 * @property checkWayBack proves that the gateway reaches the echo.
 * @property checkPlaces  says which APIs of a new demo find their place on the gateway taken. Throws StartError when all do.
 * @property reset        removes from a Kong of one's own what was made with the data that is deleted next.
 * @property register     returns the gateway for the portal. The sandbox gateway refuses requests without its token.
 */
export type ChosenGateway = Readonly<{
  kong: OwnKong | undefined;
  host: string;
  frequency: number | undefined;
  withoutPorts: readonly PortName[];
  checkWayBack: (echoPort: number) => Promise<void>;
  checkPlaces: () => Promise<void>;
  reset: () => Promise<void>;
  register: (ports: Readonly<Record<PortName, number>>, identity: Identity) => DemoGateway;
}>;

const sandboxGateway = (frequency: number): ChosenGateway => ({
  kong: undefined,
  host: '127.0.0.1',
  frequency,
  withoutPorts: [],
  checkWayBack: async () => undefined,
  checkPlaces: async () => undefined,
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

/** Says what is wrong with a Kong that fails. @throws StartError instead of a GatewayError. */
const explained = async <Result>(adminUrl: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new StartError(`The Kong ${adminUrl} failed: ${problemText(error.failure.problem)}`);
  }
};

/** What to do about places that are taken. */
const advice =
  'What another Portico made goes away when that one is reset: its line of the start with --reset. Rename or remove what\n' +
  'is yours, or take another Kong.';

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
    // Existing deployments show later whether the Kong still reaches this machine.
    if (!isNew) return;
    say(`Checking that the Kong reaches this machine as ${host}`);
    const target = `http://${host}:${echoPort}`;
    const way = { adminUrl, token, apiUrl, frequency, target };
    if (!(await explained(adminUrl, () => checkWayBack(way))))
      say(
        `A route to the echo was not in force in time at ${apiUrl}, so this is not known. Is that the proxy of this Kong?`,
      );
  },
  checkPlaces: async () => {
    if (!isNew) return;
    const kong = { adminUrl, token, apiUrl, apiSslUrl };
    const taken = await explained(adminUrl, () => takenPlaces(kong, demoPlaces));
    if (taken.length === 0) return;
    const lines = taken.map((sentence) => `  ${sentence}`).join('\n');
    if (taken.length === demoPlaces.length)
      throw new StartError(`The Kong ${adminUrl} has no place for the demo.\n${lines}\n${advice}`);
    say(
      `${taken.length} of ${demoPlaces.length} APIs of the demo find their place on the Kong taken.\n${lines}\n${advice}`,
    );
  },
  // Without the data, nobody would know what was made there.
  reset: async () => {
    if (!before?.installationId) return;
    const { installationId } = before;
    const removal = { adminUrl: before.adminUrl, token, installationId, frequency };
    const removed = await explained(before.adminUrl, () => removeOwn(removal));
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

/** Refuses another gateway than the one that a folder was set up with, because events contain its addresses. */
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
 * Checks the Kong that the options name, and that the folder stays with its gateway. Changes nothing yet.
 *
 * @throws StartError when the demo cannot run on the Kong, or the data belongs to another gateway.
 */
export const openGateway = async (
  { kong, folder, frequency, reset: isReset }: StartOptions,
  data: DataFolder,
  say: (line: string) => void,
): Promise<ChosenGateway> => {
  const checked = kong && (await check(kong));
  if (checked)
    say(`Kong ${checked.version} with a database responds. Its changes are in force every ${checked.frequency} s`);
  const known = data.known();
  const gateway =
    kong && checked ? ownKong(kong, checked, known?.kong, !known || isReset, say) : sandboxGateway(frequency);
  // A reset may change the addresses of the Kong and this machine. It must not leave objects on another Kong.
  if (known && (!isReset || known.kong?.adminUrl !== kong?.adminUrl)) refuseAnother(folder, known.kong, gateway.kong);
  return gateway;
};
