import process from 'node:process';
import { PermanentError, UnreachableError } from '../engine/run.ts';
import { findGenerator } from './find-generator.ts';

/** Downloads the generator in advance, for an image or a test run, and prints its path. */
try {
  console.log(await findGenerator(process.env.CODEGEN_JAR || undefined));
} catch (error) {
  if (!(error instanceof PermanentError || error instanceof UnreachableError)) throw error;
  console.error('OpenAPI Generator is missing, and Maven could not download it.');
  process.exitCode = 1;
}
