import { sweepCrashes } from '#test/world/crash-sweep.ts';

sweepCrashes('deploy', 'deploy that fails for good', 'add-consumer');
