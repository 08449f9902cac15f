import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runMaven } from '../../process/run-maven.ts';

const version = '4.1.0';
/** Of all its jars: the SHA-256 over a line for each, with its own SHA-256 and its name, sorted by name. */
const sha256 = 'c35e55bf04c431ff79b6c38fc206cca8f1c205041e14e948f35b92ae2525937c';
const cache = path.join(path.resolve(import.meta.dirname, '../../..'), 'node_modules', '.cache');
const folder = path.join(cache, `kafka-${version}`);

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.portico</groupId><artifactId>kafka-of-the-sandbox</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`;

const sha256Of = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

const hashOfJars = async (jars: string): Promise<string> => {
  const lines: string[] = [];
  for (const name of (await readdir(jars)).sort())
    lines.push(`${sha256Of(await readFile(path.join(jars, name)))}  ${name}\n`);
  return sha256Of(lines.join(''));
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/**
 * Returns the folder of Kafka's jars, 43 MB. Maven fetches them once; they are kept in `node_modules/.cache`.
 *
 * @throws Error when Maven could not fetch them, or when they are not the ones that Portico was tried with.
 */
export const findKafkaJars = async (): Promise<string> => {
  if (await exists(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const scratch = await mkdtemp(path.join(cache, 'fetch-kafka-'));
  try {
    await writeFile(path.join(scratch, 'pom.xml'), pom);
    const jars = path.join(scratch, 'jars');
    const options = { includeScope: 'runtime', outputDirectory: jars };
    const trouble = await runMaven('dependency:copy-dependencies', options, scratch);
    if (trouble !== undefined) throw new Error(`Kafka is not there, and Maven could not fetch it: ${trouble}`);
    const found = await hashOfJars(jars);
    if (found !== sha256) throw new Error(`The jars of Kafka are others than expected: their hash is ${found}.`);
    // Whoever is first keeps its folder; all are the same.
    await rename(jars, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
    return folder;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};
