import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../../process/start-error.ts';
import { findKafkaJars } from './kafka-jars.ts';

/** The oldest Java that Kafka 4.1 runs on. */
const oldest = 17;

/** Returns the version of the machine's Java, 0 for none. */
const javaVersion = async (): Promise<number> => {
  try {
    // It says so on stderr, as `openjdk version "17.0.19"`.
    const { stdout, stderr } = await promisify(execFile)('java', ['-version'], { timeout: 20_000 });
    return Number(/version "(\d{1,3})/.exec(`${stderr}${stdout}`.slice(0, 1_000))?.[1] ?? 0);
  } catch {
    return 0;
  }
};

/**
 * Checks that a real Kafka can be started here, and fetches it on the first time.
 *
 * @throws StartError with a sentence that says what is missing.
 */
export const checkKafka = async (): Promise<void> => {
  const version = await javaVersion();
  if (version < oldest) {
    const found = version === 0 ? 'no Java was found' : `Java ${version} was found`;
    throw new StartError(
      `--kafka needs Java ${oldest} or newer, and ${found}. Without --kafka, a stand-in is used that needs no Java.`,
    );
  }
  await findKafkaJars().catch((error: Error) => {
    const why = error.message.includes('ENOENT') ? 'Maven (mvn) was not found.' : error.message;
    throw new StartError(
      `--kafka needs Kafka's jars, which Maven fetches from Maven Central once. ${why} Without --kafka, a stand-in is used.`,
    );
  });
};
