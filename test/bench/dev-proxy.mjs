import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const rounds = 5;
const requests = 4000;
const clients = 50;
const host = 'shop.staging.harbourbooks.example';

const upstream = `
const body = 'a page of a shop. '.repeat(60);
require('node:http').createServer((request, response) => response.end(body))
  .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });`;

/** The library that `dev` uses, and nothing beside it. */
const plain = (target) => `
import('httpxy').then(({ createProxyServer }) => {
  const proxy = createProxyServer({});
  require('node:http').createServer((request, response) => proxy.web(request, response, { target: '${target}' }))
    .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port); });
});`;

/** Requests by fifty clients to the bookshop, beside the same proxy library alone: the share of its throughput. */
export async function devThroughput(folder) {
  const started = [];
  const begin = async (args, cwd, line) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: '' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    started.push(child);
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      const [found] = line.exec(said) ?? [];
      if (found !== undefined) {
        // A full pipe would stop the process.
        child.stdout.resume();
        return found;
      }
    }
    throw new Error(`a process ended: ${said}`);
  };
  try {
    const address = /http:\/\/[\w.]+:\d+/;
    const target = await begin(['-e', upstream], root, address);
    const alone = await begin(['-e', plain(target)], root, address);
    const bookshop = path.join(root, 'examples/bookshop');
    const options = ['--env', 'staging', '--port', '0', '--upstream', `backend/*=${target}`];
    const dev = await begin([path.join(root, 'bin/edgewright.js'), 'dev', ...options], bookshop, address);
    const load = async (url) => {
      const args = [path.join(root, 'test/bench/load-process.mjs'), `${url}/cart`, host, requests, clients];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (chunk) => (said += chunk));
      await once(child, 'close');
      const { milliseconds, wrong } = JSON.parse(said);
      if (wrong > 0) throw new Error(`${wrong} requests to ${url} failed`);
      return milliseconds;
    };
    for (const url of [alone, dev]) await load(url);
    const ratios = [];
    for (let round = 0; round < rounds; round++) ratios.push((await load(alone)) / (await load(dev)));
    return {
      figure: '`dev`: requests of 50 clients, of the throughput of its proxy library alone',
      ratios,
      goal: '>= 0.30',
    };
  } finally {
    for (const child of started) child.kill('SIGKILL');
  }
}
