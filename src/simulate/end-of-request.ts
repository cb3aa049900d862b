import type { SimulationPlace } from '../model/traffic/simulation.ts';
import type { TrafficEffect } from './effects/effect.ts';
import type { RequestReply, Walk } from './walk.ts';

/** The reply of an effect that ends the request; undefined for others. */
export function endOfRequest(
  { trail }: Walk,
  effect: TrafficEffect,
  { by, at }: { readonly by: string; readonly at: SimulationPlace },
): RequestReply | undefined {
  switch (effect.does) {
    case 'passed':
    case 'changed':
    case 'forwarded':
      return undefined;
    case 'asked': {
      const { providers } = effect;
      trail.add({ code: 'asked', by, providers, at });
      trail.find({ login: { by, providers }, decidedAt: at });
      const location = { unknown: { why: 'undocumented', of: 'the URL of a login' } } as const;
      return {
        response: { status: 302, headers: new Map([['location', [location]]]), body: '' },
        isUnclear: true,
      };
    }
    case 'refused': {
      trail.add({ code: 'ended', by, status: effect.status, at });
      trail.find({ refusedBy: by, decidedAt: at });
      const headers = new Map(
        Object.entries(effect.headers ?? {}).map(([name, value]) => [name, [value]] as const),
      );
      const response = { status: effect.status, headers, body: '' };
      return { response, ...(effect.isFinal === true ? { isRefusal: true } : { isUnclear: true }) };
    }
    case 'closed':
      trail.add({ code: 'ended', by, at });
      trail.find({ refusedBy: by, decidedAt: at });
      return { response: undefined };
    case 'ended': {
      const { unknown } = effect;
      trail.add({ code: 'ended', by, status: { unknown }, at });
      trail.find({ lost: unknown, decidedAt: at });
      return { response: { status: { unknown }, headers: new Map(), body: { unknown } }, isUnclear: true };
    }
    case 'responded':
      trail.add({ code: 'ended', by, status: effect.response.status, at });
      trail.find({ decidedAt: at });
      return { response: effect.response, ...(effect.isUnclear === true ? { isUnclear: true } : {}) };
  }
}
