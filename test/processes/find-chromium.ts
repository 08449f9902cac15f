import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** The first one has no window and works a third less for the same specs. docs/decisions/0112-time-of-the-tests.md */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Returns the program of a Chromium: CHROMIUM, or one that is installed; undefined where there is none. */
export const installedChromium = (): string | undefined =>
  [process.env.CHROMIUM, ...places].find((place) => place && existsSync(place));

/** What to install, if any of it is there: older systems have the whole Chromium alone. */
const packages = ['chromium-headless-shell', 'chromium'];

/** A Chromium: CHROMIUM, one that is installed, or one installed now from the system's packages or by Playwright. */
export const findChromium = (): string | undefined => {
  const present = installedChromium();
  if (present) return present;
  console.log('Installing Chromium for the browser tests...');
  const asRoot = process.getuid?.() === 0;
  if (asRoot && spawnSync('apt-get', ['--version']).status === 0) {
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    for (const name of packages) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: 'inherit' });
      const installed = installedChromium();
      if (installed) return installed;
    }
  }
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' });
  const path = spawnSync(
    process.execPath,
    ['-e', "process.stdout.write(require('@playwright/test').chromium.executablePath())"],
    { encoding: 'utf8' },
  ).stdout;
  return path && existsSync(path) ? path : undefined;
};
