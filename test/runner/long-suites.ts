import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Suites of more than ten seconds each, measured on an idle machine with two cores. */
export const longSuites =
  /crash|never-open|in-time|give-way|gateway-faults|flaky-gateway|outage|limit-keys|cut-connections|new-noun|delivery|last-release|production|authorization\.test|generate-code|every-language|any-change|start-on-kong|conformance|small-disk|launcher|fresh-clone|bench|ended-by-signal|operator\/log|engine\/rebuild|on-a-shared-kong/;

/** Begins with the long suites, so that none of them is alone on one core when all others have ended. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longSuites.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
