import { existsSync } from 'node:fs';
import process from 'node:process';

const places = [process.env.PROMTOOL, '/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'];

/** The program of Prometheus that tries rules: PROMTOOL, or one that is installed; undefined where there is none. */
export const promtoolProgram = (): string | undefined => places.find((place) => place && existsSync(place));
