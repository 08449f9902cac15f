// Starts a script on the project's own Node. Runs on any Node >= 20: it installs the
// dependencies when they are missing or older than the lock file, then hands over.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingPackages, nodeBinary } from './whole-install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'node_modules', '.portico-installed');
const node = nodeBinary(root);
const lockFile = readFileSync(path.join(root, 'package-lock.json'));

/** The lock file's hash: another lock file means another install. */
const wanted = createHash('sha256').update(lockFile).digest('hex');

function fail(message) {
  console.error(`portico: ${message}`);
  process.exit(1);
}

/** What the stamp says after an install without what only tests and benches need: a third of the packages. */
const lean = `${wanted} without dev`;
const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
const missing = (all) => missingPackages(root, JSON.parse(lockFile), all);

function npm(what, args) {
  console.log(`Installing ${what}...`);
  const begun = performance.now();
  // Packages for this platform are optional ones. A setting of the machine may leave them out.
  const options = ['--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...args, ...options], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail(`npm ${args[0]} failed; its message is above. Check the network and start again.`);
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  Installed`);
}

/** Installs what is missing. What is there for this lock file is only added to, since a portal may run on it. */
function install(all) {
  if (stamped === lean && missing(false).length === 0)
    npm('what tests need', ['install', '--include=dev', '--no-save']);
  else npm('the dependencies', ['ci', all ? '--include=dev' : '--omit=dev']);
  const absent = missing(all);
  if (absent.length > 0)
    fail(
      `the install is not whole: npm left out ${absent.join(', ')}. Check the network and the registry in use, then start again.`,
    );
  if (!existsSync(node)) fail(`there is no Node for ${process.platform} on ${process.arch} in the project's packages.`);
  writeFileSync(stamp, all ? wanted : lean);
}

const [script, ...args] = process.argv.slice(2);
if (!script) fail('usage: node scripts/launch.mjs <script> [arguments]');
const needsAll = /^(test|bench)\//.test(script);
const isInstalled = stamped === wanted || (stamped === lean && !needsAll);
if (!isInstalled || !existsSync(node) || missing(stamped === wanted).length > 0) install(needsAll);

const child = spawn(node, ['--disable-warning=ExperimentalWarning', path.join(root, script), ...args], {
  cwd: root,
  // Every process that is started from here starts in half the time when its sources are compiled already.
  env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'), ...process.env },
  // The channel carries nothing: it closes when this process is killed, and who listens then ends in order.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// Ctrl-C reaches the whole process group; wait for the child to end in its own order.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (signal === 'SIGTERM') child.kill(signal);
  });
child.on('error', ({ message }) => fail(`the project's own Node does not run on this machine: ${message}`));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
