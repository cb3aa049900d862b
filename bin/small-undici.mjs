/*
 * The parts of undici that we use: a pool of HTTP/1.1 connections, and the agent for proxies. Half of the library is
 * fetch, WebSocket and a cache; and it loads Node's HTTP/2, which we never offer, and `assert`, which takes longer to
 * load than a request.
 */
export const smallUndici = {
  contents: `exports.Pool = require('undici/lib/dispatcher/pool.js');
exports.buildConnector = require('undici/lib/core/connect.js');
Object.defineProperty(exports, 'EnvHttpProxyAgent', {
  get: () => require('undici/lib/dispatcher/env-http-proxy-agent.js'),
});`,
  plugin: {
    name: 'small-undici',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/client-h2\.js$|^node:assert$/ }, ({ path }) => ({
        path,
        namespace: 'small-undici',
      }));
      onLoad({ filter: /client-h2/, namespace: 'small-undici' }, () => ({
        contents: "module.exports = () => { throw new Error('HTTP/2 was not asked for'); };",
      }));
      onLoad({ filter: /assert/, namespace: 'small-undici' }, () => ({
        contents: `const real = 'node:assert';
module.exports = (truth, message) => { if (!truth) require(real)(truth, message); };`,
      }));
    },
  },
};
