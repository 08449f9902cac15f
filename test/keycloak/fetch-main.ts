import process from 'node:process';
import { keycloakArtifact, runMaven } from './maven.ts';

/** Fetches the Keycloak that the suite of production starts, ahead of time. */
const trouble = await runMaven('dependency:get', { artifact: keycloakArtifact, transitive: 'false' });
if (trouble !== undefined) {
  console.error(`Keycloak is not there, and Maven could not fetch it: ${trouble}`);
  process.exitCode = 1;
}
