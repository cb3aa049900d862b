/*
 * Preloaded into the local API: answers 429 to what is more than EDGEWRIGHT_BENCH_LIMIT allows. `bucket:200:20` refills
 * with 200 a second up to 20; `window:200:1000` takes 200 in windows of a second; `concurrent:8` takes 8 at once.
 */
const http = require('node:http');

const [kind, number, size] = (process.env.EDGEWRIGHT_BENCH_LIMIT ?? '').split(':');
const most = Number(number);

const limits = {
  bucket: () => {
    let tokens = Number(size);
    let filledAt = performance.now();
    return () => {
      const now = performance.now();
      tokens = Math.min(Number(size), tokens + ((now - filledAt) / 1000) * most);
      filledAt = now;
      if (tokens < 1) return false;
      tokens--;
      return true;
    };
  },
  window: () => {
    let start = -Infinity;
    let taken = 0;
    return () => {
      if (performance.now() - start >= Number(size)) {
        start = performance.now();
        taken = 0;
      }
      return ++taken <= most;
    };
  },
  concurrent: () => {
    let running = 0;
    return (response) => {
      if (running >= most) return false;
      running++;
      response.on('finish', () => running--);
      return true;
    };
  },
};

const takes = limits[kind]();
const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (event, ...args) {
  const [, response] = args;
  if (event !== 'request' || takes(response)) return emit.call(this, event, ...args);
  response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"msg":"too many requests"}');
  return true;
};
