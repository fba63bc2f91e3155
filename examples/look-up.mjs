// Asks what is known of a number: first what that would ask and cost (dry_run), then the question itself. With our SDK.
//
//   CUSTOMER_ID=… API_KEY=… node examples/look-up.mjs [phone number] [add-on …]
import { trunkline } from './client.mjs';

const [number = '4915112345678', ...names] = process.argv.slice(2);
const addons = Object.fromEntries((names.length > 0 ? names : ['sim_swap']).map((name) => [name, {}]));

const { plan } = await trunkline.phoneId.lookUp(number, { addons, dry_run: true });
console.log('it would:', JSON.stringify(plan));

const { phone_type: type, location, carrier, ...rest } = await trunkline.phoneId.lookUp(number, { addons });
console.log(`${number}: ${type.description}, ${location.country.name}, ${carrier.name || 'no carrier known'}`);
for (const name of Object.keys(addons)) console.log(`${name}:`, JSON.stringify(rest[name]));
