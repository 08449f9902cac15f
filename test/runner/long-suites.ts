import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Suites of more than ten seconds each, measured on an idle machine with two cores. */
export const longSuites =
  /crash|never-open|in-time|give-way|gateway-faults|flaky-gateway|outage|limit-keys|cut-connections|new-noun|delivery|last-release|production|authorization\.test|generate-code|every-language|any-change|start-on-kong|conformance|small-disk|launcher|fresh-clone|bench|ended-by-signal|operator\/log|engine\/rebuild|on-a-shared-kong/;

/** The order of the projects. A process is given up as soon as the next file is of another project, so each project comes once. */
const projects = ['alone', 'together', 'vite', 'components'];

/** Begins with the long suites, so that none of them is alone on one core when all others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId, project }: TestSpecification) =>
      2 * projects.indexOf(project.name) + (longSuites.test(moduleId) ? 0 : 1);
    return sorted.sort((one, other) => place(one) - place(other));
  }
}
