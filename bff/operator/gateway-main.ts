import process from 'node:process';
import { addGateway } from './add-gateway.ts';
import { readGatewayArguments } from './gateway-arguments.ts';
import { listGateways } from './list-gateways.ts';
import { runOperator } from './open-operator.ts';
import { removeGateway } from './remove-gateway.ts';
import { setGateway } from './set-gateway.ts';
import { testGateway } from './test-gateway.ts';

/** `npm run gateway -- list | add | set | test | remove`: see gateway-arguments.ts. */
const read = () => readGatewayArguments(process.argv.slice(2));

await runOperator('gateway', read, async (operator, asked) => {
  switch (asked.verb) {
    case 'list':
      return await listGateways(operator);
    case 'add':
      return await addGateway(operator, asked.settings);
    case 'set':
      return await setGateway(operator, asked.gateway, asked.settings);
    case 'test':
      return await testGateway(operator, asked.gateway);
    case 'remove':
      return await removeGateway(operator, asked.gateway);
  }
});
