import { sweepCrashes } from '#test/world/crash-sweep.ts';

sweepCrashes('undeploy', 'remove-consumer');
