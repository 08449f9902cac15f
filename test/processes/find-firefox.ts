import { existsSync } from 'node:fs';
import process from 'node:process';

/** Without Ubuntu's `/usr/bin/firefox`: it starts a snap, which reads no profile in a temporary folder. */
const places = [
  '/usr/bin/firefox-esr',
  '/usr/lib/firefox/firefox',
  '/usr/lib64/firefox/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Returns the program of a Firefox: FIREFOX, or one that is installed; undefined where there is none. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX, ...places].find((place) => place && existsSync(place));
