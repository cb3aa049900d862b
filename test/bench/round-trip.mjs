/* How long one bare request to an API takes, one after the other: prints the median of 40 in milliseconds. */
import { Pool } from 'undici';

const pool = new Pool(process.argv[2], { connections: 1 });
const times = [];
for (let count = 0; count < 42; count++) {
  const started = performance.now();
  const { body } = await pool.request({ method: 'GET', path: '/edges/tls' });
  await body.text();
  if (count >= 2) times.push(performance.now() - started);
}
await pool.close();
process.stdout.write(String(times.sort((a, b) => a - b)[times.length >> 1]));
