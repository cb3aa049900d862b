import { quoted } from '../../model/problem.ts';
import { didYouMean } from '../../text/suggest.ts';
import type { ReferenceTarget } from '../../kinds/field.ts';
import { idPattern, nameables } from '../../kinds/references.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { NamedId } from '../../model/workspace.ts';
import { nodePlace, reportNode, stringOf, type TreeReading } from '../yaml/read-tree.ts';

const targets = Object.keys(nameables) as readonly ReferenceTarget[];
const namePart = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** An entry of `ids`: `backend/shop: bkdhr_2Cd`. */
export function readNamedId(
  reading: TreeReading,
  key: DocumentNode,
  name: string,
  value: DocumentNode,
): NamedId | undefined {
  const slash = name.indexOf('/');
  const prefix = slash === -1 ? name : name.slice(0, slash);
  const target = targets.find((one) => one === prefix);
  if (slash === -1) {
    reportNode(
      reading,
      'id-name',
      key,
      `${quoted(name)} has no \`/\``,
      `write \`${target ?? 'backend'}/name\`; ${prefixes()}`,
    );
    return undefined;
  }
  if (target === undefined) {
    reportNode(
      reading,
      'id-name',
      key,
      `there are no names of a ${quoted(prefix)}${didYouMean(prefix, targets)}`,
      prefixes(),
    );
    return undefined;
  }
  if (!namePart.test(name.slice(slash + 1))) {
    reportNode(
      reading,
      'id-name',
      key,
      `${quoted(name)} has no proper name after its \`/\``,
      'letters, digits, `.`, `_` and `-`',
    );
    return undefined;
  }
  const id = stringOf(reading, value, `the id of ${quoted(name)}`);
  if (id === undefined) return undefined;
  if (idPattern.test(id)) return { name, target, id, place: nodePlace(reading, key) };
  reportNode(
    reading,
    'id-format',
    value,
    `${quoted(id)} is no id`,
    'an id has letters, digits, `_` and `-`, at most 128',
  );
  return undefined;
}

function prefixes(): string {
  return `names begin with ${targets.map((target) => `\`${target}/\``).join(', ')}`;
}
