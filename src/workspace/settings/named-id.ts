import { quoted } from '../../model/problem.ts';
import { suggestionOr } from '../../text/suggest.ts';
import type { ReferenceTarget } from '../../kinds/field.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { nameables } from '../../kinds/references.ts';
import type { NamedId } from '../../model/workspace.ts';
import type { MapEntry } from '../documents/read-table.ts';
import { nodePlace, reportNode, type TreeReading } from '../yaml/read-tree.ts';

const targets = Object.keys(nameables) as readonly ReferenceTarget[];
const namePart = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

type IdEntry = MapEntry<(typeof environment.fields.ids.values)[number]['value']>;

/** Reads an entry of `ids`: `backend/shop: bkdhr_2Cd`. */
export function readNamedId(reading: TreeReading, { name, key, read }: IdEntry): NamedId | undefined {
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
      `unknown kind ${quoted(prefix)} in an id name`,
      suggestionOr(prefix, targets, prefixes()),
    );
    return undefined;
  }
  if (!namePart.test(name.slice(slash + 1))) {
    reportNode(
      reading,
      'id-name',
      key,
      `${quoted(name)} has no valid name after its \`/\``,
      'use letters, digits, `.`, `_` and `-`',
    );
    return undefined;
  }
  const id = read(`the id of ${quoted(name)}`)?.text;
  return id === undefined ? undefined : { name, target, id, place: nodePlace(reading, key) };
}

function prefixes(): string {
  return `names begin with ${targets.map((target) => `\`${target}/\``).join(', ')}`;
}
