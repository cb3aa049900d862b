import { actionNames, neverActions, otherActionNames } from '../../kinds/policy/index.ts';
import { quoted } from '../../model/problem.ts';
import type { Path } from '../../model/value.ts';
import { nearestFirst, suggestions } from '../../text/suggest.ts';
import type { PolicyCheck } from './policy-mistake.ts';

/** The action that a wrong name probably means. */
export function meantAction(type: string, { own }: PolicyCheck): string | undefined {
  return otherActionNames.get(type) ?? suggestions(type, [...actionNames, ...own.keys()])[0];
}

/** Reports an action that the tables lack. A name that is known to be wrong is an error, another one may be new. */
export function reportAction(type: string, inside: Path, check: PolicyCheck): void {
  const { own, report } = check;
  const names = [...actionNames, ...own.keys()];
  const instead = neverActions[type];
  const meant = meantAction(type, check);
  const other = otherActionNames.get(type);
  const [nearest = ''] = nearestFirst(type, names);
  report({
    rule: 'traffic-policy-vocabulary',
    inside,
    message:
      other === undefined
        ? `unknown action ${quoted(type)} in the traffic policy`
        : `${quoted(type)} is not an action: it is called ${quoted(other)}`,
    help:
      instead ??
      (meant === undefined
        ? `the nearest is \`${nearest}\`; declare an action of your own in \`policy.actions\` of edgewright.yaml`
        : `write \`${meant}\`, or declare it in \`policy.actions\` of edgewright.yaml`),
    word: type,
    code: 2201,
    ...(meant === undefined && instead === undefined ? ({ severity: 'warn' } as const) : {}),
  });
}
