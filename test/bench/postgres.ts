/* Serves PostgreSQL until stdin ends; prints the connection string. */
import { once } from 'node:events';
import { startPostgres } from '../ledger/postgres/postgres-server.ts';

const server = await startPostgres();
process.stdout.write(`${server.url({ more: '?sslmode=disable' })}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await server.remove();
