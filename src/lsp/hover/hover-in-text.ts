import type { Analysis, Engine } from '../engine.ts';
import { clientRange } from '../protocol/client-range.ts';
import { policyTextAt, type PlaceInText } from '../traffic-policy/policy-place.ts';
import { hover } from './hover.ts';

/**
 * Describes a name of the language of policies, or what else is at an offset; the tables are loaded inside a policy
 * only.
 */
export async function hoverInText(
  analysis: Analysis,
  asked: PlaceInText,
  engine: Pick<Engine, 'schemas' | 'rules'>,
): Promise<ReturnType<typeof hover>> {
  const { path, text, offset } = asked;
  const policy = policyTextAt(analysis.workspace, asked);
  if (policy !== undefined) {
    const { policyHover } = await import('../traffic-policy/policy-hover.ts');
    const found = policyHover(policy, text, offset);
    if (found !== undefined) {
      const { markdown, start, end } = found;
      return { markdown, range: clientRange({ source: { path, text }, start, end }) };
    }
  }
  return hover(analysis, asked, engine);
}
