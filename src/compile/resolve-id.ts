import type { Field, ReferenceTarget } from '../kinds/field.ts';
import { nameables } from '../kinds/references.ts';
import { problem, quoted } from '../derive/problem.ts';
import { suggestions } from '../derive/suggest.ts';
import type { ScalarNode } from '../model/document.ts';
import type { Path } from '../model/value.ts';
import { placeIn, type Evaluation } from './evaluate.ts';

/** A text as it is, or the id that a name stands for, where the field refers to something (API 2.1). */
export function resolveId(
  evaluation: Evaluation,
  field: Field | undefined,
  node: ScalarNode,
  text: string,
  path: Path,
): string | undefined {
  const target = field?.type === 'string' || field?.type === 'list' ? field.refersTo : undefined;
  // Raw ids have no slash, names have one.
  if (target === undefined || !text.includes('/')) return text;
  const { ids, name: environment } = evaluation.environment;
  const named = ids.get(text);
  if (named === undefined) return reportUnknown(evaluation, node, text, target);
  if (named.target !== target) {
    const isEdge = target === 'https-edge';
    evaluation.diagnostics.push(
      problem(
        isEdge ? 'route-edge-kind' : 'ref-wrong-kind',
        placeIn(evaluation, node),
        `${quoted(text)} is ${article(named.target)}; here ${article(target)} is due`,
        {
          address: evaluation.address,
          environments: [environment],
          related: [{ place: named.place, label: 'declared here' }],
        },
      ),
    );
    return undefined;
  }
  evaluation.through.push({ path, what: text, place: named.place });
  return named.id;
}

function reportUnknown(
  evaluation: Evaluation,
  node: ScalarNode,
  text: string,
  target: ReferenceTarget,
): undefined {
  const { ids, name: environment } = evaluation.environment;
  const fitting = [...ids.values()].filter((each) => each.target === target).map(({ name }) => name);
  const [prefix] = text.split('/');
  const isTlsEdge = target === 'https-edge' && prefix === 'tls-edge';
  const [near] = suggestions(text, fitting);
  const extra = {
    address: evaluation.address,
    environments: [environment],
    help:
      near === undefined
        ? `add \`${target}/<name>: <id>\` to \`ids:\` of this environment, or write the id itself`
        : `did you mean \`${near}\`?`,
  };
  evaluation.diagnostics.push(
    isTlsEdge
      ? problem(
          'route-edge-kind',
          placeIn(evaluation, node),
          `${quoted(text)} is a TLS edge; a route belongs to an HTTPS edge`,
          extra,
        )
      : problem(
          'ref-dangling',
          placeIn(evaluation, node),
          `there is no ${nameables[target]?.title ?? target} ${quoted(text)}`,
          extra,
        ),
  );
  return undefined;
}

function article(target: ReferenceTarget): string {
  const title = nameables[target]?.title ?? target;
  return `${/^[aeiouAEIOUH]/.test(title) ? 'an' : 'a'} ${title}`;
}
