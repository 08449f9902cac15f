import process from 'node:process';
import { addGateway } from './add-gateway.ts';
import { readGatewayArguments } from './gateway-arguments.ts';
import { runOperator } from './open-operator.ts';

/** `npm run gateway -- add ...` adds a gateway after checking it. `npm run gateway -- list` lists the gateways. */
const read = () => readGatewayArguments(process.argv.slice(2));

await runOperator('gateway', read, async (operator, asked) => {
  if (asked) return await addGateway(operator, asked);
  await operator.caughtUp();
  const { rows } = await operator.pool.query<{ line: string }>(
    `select concat_ws('  ', r.id, r.name, 'admin ' || r.admin_url, 'proxy ' || r.api_url,
       case when r.is_public then 'every organization'
         else (select string_agg(o.name, ', ' order by o.name) from organizations o where o.id = any(r.organizations)) end
     ) as line from resources r order by r.id`,
  );
  console.log(rows.length > 0 ? rows.map(({ line }) => line).join('\n') : 'There is no gateway yet.');
});
