/**
 * Recognizes undeclared names whose declaration exists but could not be read. That mistake has a finding of its own, so
 * a finding for every use of the name would be noise.
 */
import { rememberEach } from '../../text/remember-last.ts';
import { forms } from '../../kinds/documents/forms.ts';
import { suggestions } from '../../text/suggest.ts';
import type { DocumentNode, YamlDocument } from '../../model/document.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import { secondKindWords } from '../../derive/yaml/yaml-words.ts';
import type { Environment } from '../../model/workspace/environment.ts';

/** Whether an environment probably tries to declare a name, but has a mistake there. */
export function isMeantByEnvironment({ unread }: Environment, name: string): boolean {
  if (unread.isPart || unread.names.has(name)) return true;
  if (unread.names.size === 0) return false;
  const names = [...unread.names];
  const last = name.slice(name.indexOf('/') + 1);
  return names.includes(last) || suggestions(name, names).length > 0;
}

/** Whether an invalid document, or one behind a missing `---`, is probably the preset of this name. */
export function isMeantAsPreset(workspace: Workspace, name: string): boolean {
  if (misunderstood(workspace).some((document) => speaksOf(document, name))) return true;
  const isBehind = workspace.diagnostics.some(
    ({ message, place }) =>
      message === secondKindWords && place.source.text.slice(place.start).includes(name),
  );
  if (isBehind) return true;
  const misnamed = [...workspace.presets.keys()].filter((presetName) => !validName.test(presetName));
  if (misnamed.includes(`preset/${name}`)) return true;
  return misnamed.length > 0 && suggestions(name, misnamed).length > 0;
}

const validName = new RegExp(forms.name.pattern);

const misunderstood = rememberEach((workspace: Workspace): readonly YamlDocument[] => {
  const { yaml, resources, presets, removed, approvals } = workspace;
  const meanings = [...resources, ...presets.values(), ...removed, ...approvals];
  const proper = new Set(meanings.map(({ document }) => document));
  return yaml.filter((document) => !proper.has(document));
});

function speaksOf({ root, source, range, isBroken }: YamlDocument, name: string): boolean {
  if (isBroken === true) return source.text.slice(range.start, range.end).includes(name);
  return root?.type === 'map' && root.entries.some(({ value }) => isLike(value, name));
}

function isLike(node: DocumentNode, name: string): boolean {
  if (node.type !== 'scalar' || typeof node.value !== 'string') return false;
  return node.value === name || suggestions(name, [node.value]).length > 0;
}
