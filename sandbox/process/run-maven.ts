import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import process from 'node:process';

/** Milliseconds; a Keycloak of 160 MB comes the first time. */
const patience = 300_000;

/**
 * Runs a goal of Maven with the machine's own settings.
 *
 * @param cwd where it leaves its marks of what it has done, and looks for them.
 * @returns what went wrong; undefined when nothing did.
 */
export const runMaven = async (
  goal: string,
  options: Readonly<Record<string, string>>,
  cwd = tmpdir(),
): Promise<string | undefined> => {
  const args = [
    '--batch-mode',
    '--quiet',
    goal,
    ...Object.entries(options).map(([name, value]) => `-D${name}=${value}`),
  ];
  const maven = spawn('mvn', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: patience, env: process.env });
  let output = '';
  for (const stream of [maven.stdout, maven.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000);
    });
  try {
    const [code] = await once(maven, 'close');
    return code === 0 ? undefined : output || `mvn ended with ${code}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
