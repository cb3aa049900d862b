import { activeModule } from '../../derive/module-state.ts';
import { loginModules } from '../../routing/protecting-modules.ts';
import { githubWebhook, googleLogin, onRoute } from '../rule-examples.ts';
import { recommended, resourceRules } from '../rule-group.ts';
import type { ResourceRule } from '../rule.ts';

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
      ...rawTcp('compression: {}', ['compression'], 'has no effect'),
    },
    'websocket-with-login': {
      severity: recommended('warn'),
      summary: 'A route that carries raw TCP requires a login.',
      why: 'A websocket client does not follow the redirect to a login page, so it cannot connect.',
      ...rawTcp(googleLogin, loginModules, 'cannot work'),
    },
    'websocket-with-webhook': {
      severity: recommended('warn'),
      summary: 'A route that carries raw TCP verifies webhooks.',
      why: 'The converter turns a websocket connection into plain TCP, so there is no signed HTTP request to verify.',
      ...rawTcp(githubWebhook, ['webhook_verification'], 'cannot work'),
    },
  },
);

/** A rule about modules that need HTTP. */
function rawTcp(
  example: string,
  modules: readonly string[],
  effect: string,
): Pick<ResourceRule, 'bad' | 'good' | 'check'> {
  return {
    bad: onRoute(`websocket_tcp_converter: {}\n${example}`),
    good: onRoute('websocket_tcp_converter: {}'),
    check({ spec }, report) {
      if (activeModule(spec, 'websocket_tcp_converter') === undefined) return;
      for (const name of modules) {
        if (activeModule(spec, name) === undefined) continue;
        report({
          at: { path: [name], on: 'key' },
          message: `\`${name}\` ${effect} on a route that carries raw TCP`,
          related: [{ path: ['websocket_tcp_converter'], on: 'key', label: 'makes raw TCP of a websocket' }],
        });
      }
    },
  };
}
