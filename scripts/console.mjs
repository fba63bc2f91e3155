// `npm run console`: builds the console whenever one of its sources changes, beside a gateway that runs (npm start, or
// npm run dev). The gateway serves what lies in dist/console at that moment: reload the page.
import { fileURLToPath } from 'node:url';
import { watchConsole } from './console-bundle.mjs';

const running = await watchConsole(fileURLToPath(new URL('..', import.meta.url)));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => running.dispose());
