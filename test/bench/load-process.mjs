/*
 * `node load-process.mjs <url> <host> <requests> <clients>`: sends requests over that many connections that are kept,
 * and prints one line of JSON: the milliseconds, and how many got anything but 200.
 */
import http from 'node:http';

const [url, host, count, clients] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(clients) });
let [left, wrong] = [Number(count), 0];
const start = performance.now();
await Promise.all(Array.from({ length: Number(clients) }, client));
console.log(JSON.stringify({ milliseconds: performance.now() - start, wrong }));
agent.destroy();

async function client() {
  while (left-- > 0) if ((await send()) !== 200) wrong++;
}

function send() {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, headers: { host } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(0));
    });
    request.on('error', () => resolve(0));
  });
}
