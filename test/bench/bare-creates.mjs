/* Sends so many creates to an API, each on a connection of its own, and prints the milliseconds it took. */
import { request } from 'node:http';

const [url, count, concurrency] = process.argv.slice(2);
let next = 0;

async function worker() {
  while (next < Number(count)) await create(next++);
}

function create(index) {
  const body = JSON.stringify({ url: `https://bare-${process.pid}-${index}.example.com` });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(`${url}/endpoints`, { method: 'POST', agent: false, headers }, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, worker));
process.stdout.write(String(performance.now() - started));
