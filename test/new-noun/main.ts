import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { writeNoun } from './write-noun.ts';

const root = path.join(import.meta.dirname, '..', '..');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { operation: { type: 'boolean', default: false } },
});
const [name] = positionals;

try {
  if (!name) throw new Error('usage: npm run new-noun -- <name> [--operation], for example price-list');
  const { written, lists } = await writeNoun(root, name, values.operation);
  // New names are sorted and broken as the formatter does it.
  const biome = path.join(root, 'node_modules', '.bin', 'biome');
  spawnSync(biome, ['check', '--write', ...written, ...lists], { cwd: root, stdio: 'ignore' });
  console.log([...written, ...lists.map((file) => `${file} (new lines)`)].join('\n'));
  console.log(
    `\nNow write the rules into domain/${name}/decider.ts until its specs are green. Then: npm run golden. Then translate the texts.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
