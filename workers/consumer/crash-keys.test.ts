import { sweepCrashes } from '#test/world/crash-sweep.ts';

sweepCrashes('update-consumer', 'limit-keys', 'rotate-credentials', 'end-credentials');
