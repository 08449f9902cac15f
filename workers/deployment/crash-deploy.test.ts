import { sweepCrashes } from '#test/crash-sweep.ts';

sweepCrashes('deploy', 'deploy that fails for good', 'add-consumer');
