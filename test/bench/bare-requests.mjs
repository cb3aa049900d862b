/* The floor for reading an API: GETs of the same objects through undici's pool, and nothing else. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [origin, ledger, connections] = process.argv.slice(2);
const paths = Object.values(JSON.parse(readFileSync(ledger, 'utf8')).resources).map(
  ({ edge_id: edge, id }) => `/edges/https/${edge}/routes/${id}`,
);
const pool = new Pool(origin, { connections: Number(connections) });
let next = 0;
const worker = async () => {
  while (next < paths.length) {
    const { statusCode, body } = await pool.request({ method: 'GET', path: paths[next++] });
    await body.json();
    if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  }
};
await Promise.all(Array.from({ length: Number(connections) }, worker));
await pool.close();
