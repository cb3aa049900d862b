import { activeModule } from '../../derive/module-state.ts';
import { loginModules } from '../../routing/protecting-modules.ts';
import { recommended } from '../domain/specs/severity.ts';
import { onRoute } from '../rule-examples.ts';
import { resourceRules } from '../rule-group.ts';

export const websocketRules = resourceRules(
  {
    group: 'websocket',
    source: 'websocket-to-tcp',
    kinds: ['https-route'],
    fields: ['websocket_tcp_converter'],
  },
  {
    'websocket-with-compression': {
      severity: recommended('warn'),
      summary: 'A route that carries raw TCP compresses responses.',
      why: 'The converter turns a websocket connection into plain TCP, so there is no HTTP response to compress.',
      bad: onRoute(`
        websocket_tcp_converter: {}
        compression: {}
      `),
      good: onRoute('websocket_tcp_converter: {}'),
      check({ spec }, report) {
        if (activeModule(spec, 'websocket_tcp_converter') === undefined) return;
        for (const name of ['compression']) {
          if (activeModule(spec, name) === undefined) continue;
          report({
            at: { path: [name], on: 'key' },
            message: `\`${name}\` has no effect on a route that carries raw TCP`,
            related: [
              { path: ['websocket_tcp_converter'], on: 'key', label: 'makes raw TCP of a websocket' },
            ],
          });
        }
      },
    },
    'websocket-with-login': {
      severity: recommended('warn'),
      summary: 'A route that carries raw TCP requires a login.',
      why: 'A websocket client does not follow the redirect to a login page, so it cannot connect.',
      bad: onRoute(`
        websocket_tcp_converter: {}
        oauth: { provider: { google: { email_domains: [example.com] } } }
      `),
      good: onRoute('websocket_tcp_converter: {}'),
      check({ spec }, report) {
        if (activeModule(spec, 'websocket_tcp_converter') === undefined) return;
        for (const name of loginModules) {
          if (activeModule(spec, name) === undefined) continue;
          report({
            at: { path: [name], on: 'key' },
            message: `\`${name}\` cannot work on a route that carries raw TCP`,
            related: [
              { path: ['websocket_tcp_converter'], on: 'key', label: 'makes raw TCP of a websocket' },
            ],
          });
        }
      },
    },
    'websocket-with-webhook': {
      severity: recommended('warn'),
      summary: 'A route that carries raw TCP verifies webhooks.',
      why: 'The converter turns a websocket connection into plain TCP, so there is no signed HTTP request to verify.',
      bad: onRoute(`
        websocket_tcp_converter: {}
        webhook_verification: { provider: github, secret: $(secret:WEBHOOK_SECRET) }
      `),
      good: onRoute('websocket_tcp_converter: {}'),
      check({ spec }, report) {
        if (activeModule(spec, 'websocket_tcp_converter') === undefined) return;
        for (const name of ['webhook_verification']) {
          if (activeModule(spec, name) === undefined) continue;
          report({
            at: { path: [name], on: 'key' },
            message: `\`${name}\` cannot work on a route that carries raw TCP`,
            related: [
              { path: ['websocket_tcp_converter'], on: 'key', label: 'makes raw TCP of a websocket' },
            ],
          });
        }
      },
    },
  },
);
