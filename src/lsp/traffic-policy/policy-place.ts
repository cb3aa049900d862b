import { policyFilesOf } from '../../derive/policy/policy-files.ts';
import { specPath } from '../../derive/forms/fields.ts';
import type { Path } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { RoughKey } from '../rough-parse/rough-key.ts';
import { documentAround, roughParse } from '../rough-parse/rough-parse.ts';
import { roleOf } from '../file-role.ts';

/** The text of a traffic policy in the editor, as far as it has been written. */
export interface PolicyDraftText {
  /** The keys of the policy; their paths begin at it. */
  readonly keys: readonly RoughKey[];
  /** A path of the text as a path of the policy; undefined outside of it. */
  readonly within: (path: Path) => Path | undefined;
  /** The names below `actions` that policies of the workspace use: the service has one, which no table knows. */
  readonly services: () => readonly string[];
  /** `lint.docs_url`: where the pages are. */
  readonly docs: string | undefined;
}

/** A place in a text of the editor. */
export interface PlaceInText {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

/**
 * The traffic policy around an offset: a mapping in a resource, or a file that a resource includes. It knows nothing of
 * the language, so that the tables are loaded only for a policy.
 */
export function policyTextAt(
  workspace: Workspace,
  { path, text, offset }: PlaceInText,
): PolicyDraftText | undefined {
  if (workspace.settings.trafficPolicy.dialect === 'none') return undefined;
  const role = roleOf(workspace, path);
  const isFile = role === undefined && isPolicyFile(workspace, path);
  if (role !== 'resource' && !isFile) return undefined;
  const within = isFile ? (innerPath: Path): Path => innerPath : pathInMapping;
  const keys = roughParse(text, documentAround(text, offset)).keys.flatMap((key) => {
    const innerPath = within(key.path);
    return innerPath === undefined ? [] : [{ ...key, path: innerPath }];
  });
  const docs = workspace.settings.lint.docsUrl;
  const services = (): readonly string[] => servicesIn([text, ...textsOf(workspace)]);
  return keys.length === 0 && !isFile ? undefined : { keys, within, services, docs };
}

function* textsOf({ sources }: Workspace): Generator<string> {
  for (const { text } of sources.values()) yield text;
}

function servicesIn(texts: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(/\bactions\.([A-Za-z_]\w*)\./g)) found.add(name);
  return [...found].sort();
}

function pathInMapping(path: Path): Path | undefined {
  const inSpec = specPath(path);
  return inSpec?.[0] === policyField ? inSpec.slice(1) : undefined;
}

const policyField = 'traffic_policy';

/** Whether a resource of the workspace includes the file as its policy. */
export function isPolicyFile({ settings, sources }: Workspace, path: string): boolean {
  return settings.trafficPolicy.dialect !== 'none' && policyFilesOf(sources.values()).includes(path);
}
