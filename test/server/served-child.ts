import { nodeHost } from '../../src/run/session/node-host.ts';
import { startServer } from '../../src/server/start-server.ts';

/** A process of its own that serves a directory until it is killed; it prints its address. */
const [directory = ''] = process.argv.slice(2);
const server = await startServer({ store: { host: await nodeHost(), directory } });
process.stdout.write(`${server.url}\n`);
