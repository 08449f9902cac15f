import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/**
 * A `java` that does what a test wants of a generator, and its jar. First on the PATH of this process and of those that
 * it starts.
 *
 * @property behave the shell script that runs as `java`, in the folder that the code is to be in; `$HERE` is its own.
 * @property missing leaves a machine without Java.
 */
export const startStandInJava = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-java-'));
  const jar = path.join(folder, 'generator.jar');
  const before = process.env.PATH;
  await writeFile(jar, '');
  const behave = async (script: string): Promise<void> => {
    const find = 'while [ "$1" != --output ]; do shift; done; cd "$2"';
    const file = path.join(folder, 'java');
    await writeFile(file, `#!/bin/sh\nHERE='${folder}'\n${find}\n${script}\n`);
    await chmod(file, 0o755);
    process.env.PATH = `${folder}:${before}`;
  };
  return {
    folder,
    jar,
    behave,
    missing: async () => {
      const bare = path.join(folder, 'bare');
      await rm(bare, { recursive: true, force: true });
      await mkdir(bare);
      await symlink('/bin/sh', path.join(bare, 'sh'));
      process.env.PATH = bare;
    },
    close: async () => {
      process.env.PATH = before;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
