import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const found = () => [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place));

/** A Chromium: CHROMIUM, one that is installed, or one installed now from the system's packages or by Playwright. */
export const findChromium = (): string | undefined => {
  const present = found();
  if (present) return present;
  console.log('Installing Chromium for the browser tests...');
  const asRoot = process.getuid?.() === 0;
  if (asRoot && spawnSync('apt-get', ['--version']).status === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit' });
    if (found()) return found();
  }
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  const path = spawnSync(
    process.execPath,
    ['-e', "process.stdout.write(require('@playwright/test').chromium.executablePath())"],
    { encoding: 'utf8' },
  ).stdout;
  return path && existsSync(path) ? path : undefined;
};
