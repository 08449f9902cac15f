import process from 'node:process';
import { runMaven } from '#sandbox/process/run-maven.ts';
import { keycloakArtifact } from './start-keycloak.ts';

/** Fetches the Keycloak that the suite of production starts, ahead of time. */
const trouble = await runMaven('dependency:get', { artifact: keycloakArtifact, transitive: 'false' });
if (trouble !== undefined) {
  console.error(`Keycloak is not there, and Maven could not fetch it: ${trouble}`);
  process.exitCode = 1;
}
