/* The floor for reading an API: GETs of the same objects and pages through undici's pool, and nothing else. */
import { readFileSync } from 'node:fs';
import { Pool } from 'undici';

const [origin, ledger, connections] = process.argv.slice(2);
const paths = Object.values(JSON.parse(readFileSync(ledger, 'utf8')).resources).map(
  ({ edge_id: edge, id }) => `/edges/https/${edge}/routes/${id}`,
);
const pool = new Pool(origin, { connections: Number(connections) });
let next = 0;
const get = async (path) => {
  const { statusCode, body } = await pool.request({ method: 'GET', path });
  if (statusCode !== 200) throw new Error(`answered ${statusCode}`);
  return body.json();
};
const routes = async () => {
  while (next < paths.length) await get(paths[next++]);
};
const list = async () => {
  for (let path = '/endpoints'; path !== undefined;) {
    const { next_page_uri: uri } = await get(path);
    path = uri ? uri.slice(origin.length) : undefined;
  }
  await routes();
};
await Promise.all([list(), ...Array.from({ length: Number(connections) - 1 }, routes)]);
await pool.close();
