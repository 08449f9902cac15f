import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMaven } from '#sandbox/process/run-maven.ts';

/** The server that the suite of production signs in at. Maven keeps it for the next run. */
export const keycloakArtifact = 'org.keycloak:keycloak-quarkus-dist:26.4.2:zip';

/** A realm as Keycloak imports it. */
export type Realm = Readonly<{ realm: string }> & Readonly<Record<string, unknown>>;

export type Keycloak = Readonly<{
  /** A call of its administration, `/admin/realms<path>`. @throws when it is refused. */
  administer: (method: string, path: string, body?: unknown) => Promise<unknown>;
  close: () => Promise<void>;
  /** The end of what it has printed. */
  output: () => string;
}>;

const administrator = { name: 'administrator', password: 'of-this-test' };
/** Milliseconds that a start may take on a machine that has other things to do. */
const patience = 400_000;

/**
 * The server as it was built by its makers: `-Dkc.config.built` leaves out that it builds itself anew first, which takes
 * half a minute. The rest is as its own script has it, with a small heap.
 */
const javaArguments = (home: string, port: number): string[] => [
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-Xmx512m',
  '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
  ...['java.util', 'java.util.concurrent', 'java.security'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`),
  `-Dkc.home.dir=${home}`,
  `-Djboss.server.config.dir=${path.join(home, 'conf')}`,
  '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
  '-Dpicocli.disable.closures=true',
  '-Dkc.config.built=true',
  ...['-cp', path.join(home, 'lib', 'quarkus-run.jar'), 'io.quarkus.bootstrap.runner.QuarkusEntryPoint'],
  ...['start', '--import-realm', '--cache=local', '--http-enabled=true', '--http-host=127.0.0.1'],
  ...[`--http-port=${port}`, `--hostname=http://localhost:${port}`],
];

const unpack = async (folder: string, realms: readonly Realm[]): Promise<string> => {
  const options = { artifact: keycloakArtifact, outputDirectory: folder };
  const trouble = await runMaven('dependency:unpack', options, folder);
  const name = (await readdir(folder)).find((each) => each.startsWith('keycloak-'));
  if (trouble !== undefined || !name) throw new Error(`Keycloak was not unpacked: ${trouble}`);
  const home = path.join(folder, name);
  const imported = path.join(home, 'data', 'import');
  await mkdir(imported, { recursive: true });
  for (const realm of realms) await writeFile(path.join(imported, `${realm.realm}-realm.json`), JSON.stringify(realm));
  return home;
};

const answers = async (address: string): Promise<boolean> =>
  await fetch(address).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

const waitForResponse = async (server: ChildProcess, address: string, output: () => string): Promise<void> => {
  const deadline = Date.now() + patience;
  while (!(await answers(address))) {
    if (server.exitCode !== null) throw new Error(`Keycloak ended with ${server.exitCode}: ${output()}`);
    if (Date.now() > deadline) throw new Error(`Keycloak did not answer: ${output()}`);
    await sleep(200);
  }
};

/** The issuer that a realm of a Keycloak at this port is. */
export const issuerOf = (port: number, realm: string): string => `http://localhost:${port}/realms/${realm}`;

/** Starts a Keycloak of its own, with these realms; its data goes when it is closed. */
export const startKeycloak = async (port: number, realms: readonly Realm[]): Promise<Keycloak> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-keycloak-'));
  const home = await unpack(folder, realms);
  const server = spawn('java', javaArguments(home, port), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: administrator.name,
      KC_BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    },
  });
  const ended = once(server, 'close');
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-5_000);
    });
  const base = `http://localhost:${port}`;
  const close = async () => {
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const { realm } of realms)
      await waitForResponse(server, `${issuerOf(port, realm)}/.well-known/openid-configuration`, () => output);
  } catch (error) {
    await close();
    throw error;
  }

  const token = async (): Promise<string> => {
    const response = await fetch(`${base}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: administrator.name,
        password: administrator.password,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  return {
    administer: async (method, target, body) => {
      const response = await fetch(`${base}/admin/realms${target}`, {
        method,
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${target} was answered with ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    close,
    output: () => output,
  };
};
