import { plainValue } from '../../derive/schema/plain-value.ts';
import { readYaml } from '../../derive/yaml/read-yaml.ts';
import { editedTo } from '../../edit/edit-to.ts';
import { settings as table } from '../../kinds/documents/settings.ts';
import type { Source } from '../../model/document.ts';
import { usageError } from '../../model/errors.ts';
import type { Settings } from '../../model/workspace/settings.ts';
import { withKey } from '../../pull/edit/with-key.ts';
import { yamlText } from '../../report/text/yaml.ts';
import { isJsonMap } from '../../text/json/json-access.ts';

/** Words in the name of an environment that say whether a mistake there is cheap; all other names are in between. */
const trialWords =
  /(?:^|-)(?:dev|development|test|testing|qa|uat|stage|staging|preview|sandbox|trial)(?:-|$)/;
const liveWords = /(?:^|-)(?:prod|production|live)(?:-|$)/;

function stakes(name: string): number {
  if (liveWords.test(name)) return 2;
  return trialWords.test(name) ? 0 : 1;
}

/**
 * The order in which environments are applied: the one that is written stays, and each other comes before those with
 * more at stake.
 */
export function environmentOrder(written: readonly string[], names: readonly string[]): readonly string[] {
  const order = [...written];
  for (const name of names) {
    if (order.includes(name)) continue;
    const after = order.findIndex((other) => stakes(other) > stakes(name));
    order.splice(after === -1 ? order.length : after, 0, name);
  }
  return order;
}

/** A file that changes, with its old and new text. */
export interface ChangedFile {
  readonly file: string;
  readonly before: string;
  readonly text: string;
  /** How many of its lines are of a person, where it is a file with jobs. */
  readonly keptLines?: number;
}

/** The change of edgewright.yaml that writes the place of each environment; none if it has those of all. */
export function orderChange(
  { order, document }: Pick<Settings, 'order' | 'document'>,
  names: readonly string[],
): readonly ChangedFile[] {
  const written = order.map(({ name }) => name);
  const complete = environmentOrder(written, names);
  if (names.length < 2 || complete.length === written.length) return [];
  const { source } = document;
  return [{ file: source.path, before: source.text, text: withOrder(source, complete) }];
}

function withOrder(source: Source, order: readonly string[]): string {
  const { documents } = readYaml(source);
  const [root] = documents.map((document) => document.root);
  const content = root === undefined ? undefined : plainValue(root);
  const text =
    isJsonMap(content) &&
    editedTo(source, 0, withKey(content, 'environments', order, Object.keys(table.fields)), {
      read: (changedSource) => readYaml(changedSource).documents,
      print: yamlText,
    });
  if (typeof text === 'string') return text;
  throw usageError(
    'the order of the environments cannot be added to edgewright.yaml',
    `write it there by hand: \`environments: [${order.join(', ')}]\``,
  );
}
