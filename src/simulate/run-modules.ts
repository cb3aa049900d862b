import { moduleState } from '../derive/module-state.ts';
import { kinds } from '../kinds/index.ts';
import type { SimulationPlace } from '../model/traffic/simulation.ts';
import type { Spec } from '../model/value.ts';
import type { TrafficServer } from '../routing/traffic-server.ts';
import type { EffectInput, TrafficEffect } from './effects/effect.ts';
import { endOfRequest } from './end-of-request.ts';
import { changesBetween, type RequestMessage, type ResponseMessage } from './messages.ts';
import type { ModuleTable } from './modules.ts';
import { openModules } from './unknown/open-modules.ts';
import type { RequestReply, Walk } from './walk.ts';

/** A TLS edge sees no HTTP: it refuses by closing the connection. */
function atConnection(kind: TrafficServer['kind'], effect: TrafficEffect): TrafficEffect {
  return kind === 'tls-edge' && effect.does === 'refused' ? { does: 'closed' } : effect;
}

/** Runs the modules of a table that a resource has, until one ends the request. */
export function runModules(
  walk: Walk,
  table: ModuleTable,
  { kind, spec, address }: TrafficServer,
  moment: { readonly request: RequestMessage; readonly response?: ResponseMessage },
): RequestReply | { readonly request: RequestMessage; readonly changed?: ResponseMessage | undefined } {
  const { trail, facts, nameOf } = walk;
  let { request, response } = moment;
  for (const [name, effectOf] of Object.entries(table)) {
    const module = spec[name];
    if (kinds[kind].fields[name]?.type !== 'module' || module === undefined) continue;
    const at: SimulationPlace = { address, path: [name] };
    const state = moduleState(spec, name);
    const isOn =
      state === 'on' ||
      (state === 'unknown' &&
        walk.decide({ why: 'undocumented', of: `${name}.enabled` }, `${address} ${name}`, at));
    if (!isOn) {
      if (state === 'off') trail.add({ code: 'off', by: name, at });
      continue;
    }
    const input: EffectInput = {
      facts,
      ask: walk.ask,
      nameOf,
      at,
      phase: response === undefined ? 'on_http_request' : 'on_http_response',
      request,
      response,
      fill: (text) => text,
      value: (text) => text,
      // Modules have no expressions.
      evaluate: (of) => ({ unknown: { why: 'undocumented', of } }),
      contradict: trail.contradict,
      decide: (unknown, about) => walk.decide(unknown, `${address} ${about}`, at),
    };
    const run = (walk.ask === undefined ? undefined : openModules[name]) ?? effectOf;
    const effect = atConnection(kind, run(module as Spec, input));
    if (effect.does === 'changed') {
      const changes = walk.ask === undefined ? changesBetween({ request, response }, effect) : [];
      trail.add(
        changes.length === 0 ? { code: 'passed', by: name, at } : { code: 'changed', by: name, changes, at },
      );
      request = effect.request ?? request;
      response = effect.response ?? response;
      continue;
    }
    const ended = endOfRequest(walk, effect, { by: name, at });
    if (ended !== undefined) return ended;
    trail.add({ code: 'passed', by: name, at });
  }
  return { request, changed: response };
}
