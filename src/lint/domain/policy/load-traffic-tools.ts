/**
 * The checks of traffic policies, loaded when a workspace has one. Rules are asked one by one and cannot wait, so it is
 * there before the first.
 */
import type * as Tools from '../../traffic-policy/traffic-tools.ts';

let loaded: typeof Tools | undefined;

/** Loads the tools if one of the texts may have a policy. */
export async function loadTrafficTools(texts: Iterable<string>): Promise<void> {
  if (loaded !== undefined) return;
  for (const text of texts) {
    // Escaped text may spell any name.
    if (!text.includes('traffic_policy') && !text.includes('\\')) continue;
    loaded = await import('../../traffic-policy/traffic-tools.ts');
    return;
  }
}

export function trafficTools(): typeof Tools {
  if (loaded === undefined) throw new Error('a traffic policy is checked before its check was loaded');
  return loaded;
}
