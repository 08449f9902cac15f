// Adds to package-lock.json the optional packages of other platforms that npm left out, which it does
// when the registry in use does not serve them. Without them `npm ci` refuses the lock file.
// Run it after every `npm install <package>`.
import { readFileSync, writeFileSync } from 'node:fs';
import { placeOf } from './whole-install.mjs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'aix', 'win32'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

/** `@biomejs/cli-linux-x64-musl` runs on linux, x64, musl. */
const platformOf = (name) => {
  const words = name
    .replace('armhf', 'arm')
    .replace('windows', 'win32')
    .split(/[/-]/)
    .map((word) => word.replace(/^arm(v7|eabihf|hf)?$/, 'arm'));
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter(
    (processor) => words.includes(processor) || words.some((word) => word.startsWith(`${processor}-`)),
  );
  if (os.length === 0 && cpu.length === 0) return { os: ['darwin'] };
  const libc = words.includes('musl')
    ? ['musl']
    : words.includes('gnu') || words.includes('gnueabihf')
      ? ['glibc']
      : undefined;
  return { ...(cpu.length ? { cpu } : {}), ...(os.length ? { os } : {}), ...(libc ? { libc } : {}) };
};

let added = 0;
for (const [from, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(optionalDependencies)) {
    if (placeOf(lock, from, name)) continue;
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ''),
      ...platformOf(name),
      ...(dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(added === 0 ? 'the lock file is complete' : `added ${added} optional packages of other platforms`);
