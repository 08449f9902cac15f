import { sweepCrashes } from '#test/crash-sweep.ts';

sweepCrashes('update-consumer', 'rotate-credentials', 'end-credentials');
