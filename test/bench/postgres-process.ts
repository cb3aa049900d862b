/** A PostgreSQL server until stdin ends; prints the connection string, or nothing if it is not installed. */
import { postgresPrograms, startPostgres } from '../ledger/postgres/postgres-server.ts';

if (postgresPrograms !== undefined) {
  const server = await startPostgres();
  process.stdout.write(`${server.url()}\n`);
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.once('end', resolve));
  await server.remove();
}
