import { sweepCrashes } from '#test/crash-sweep.ts';

sweepCrashes('undeploy', 'remove-consumer');
