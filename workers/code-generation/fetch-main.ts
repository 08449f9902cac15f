import process from 'node:process';
import { PermanentError, UnreachableError } from '../engine/run.ts';
import { findGenerator } from './find-generator.ts';

/** Fetches the generator ahead of time, for an image or a test run, and prints where it is. */
try {
  console.log(await findGenerator(process.env.CODEGEN_JAR || undefined));
} catch (error) {
  if (!(error instanceof PermanentError || error instanceof UnreachableError)) throw error;
  console.error('OpenAPI Generator is not there, and Maven could not fetch it.');
  process.exitCode = 1;
}
