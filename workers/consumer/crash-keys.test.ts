import { sweepCrashes } from '#test/crash-sweep.ts';

sweepCrashes('update-consumer', 'limit-keys', 'rotate-credentials', 'end-credentials');
