import { fieldsOf } from '../../derive/forms/fields.ts';
import { entryWithKey } from '../../derive/yaml/document-tree.ts';
import { textOfKey } from '../../text/key-text.ts';
import type { Field } from '../../kinds/field.ts';
import { kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Entry, MapNode } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { Workspace } from '../../model/workspace/workspace.ts';
import type { ShapeFinding } from './shape-finding.ts';
import { deletion } from '../fix-request.ts';
import type { PresetDocument, ResourceDocument } from '../../model/workspace/workspace-document.ts';

/** Reports null fields that have no effect: a null removes the field of a lower layer, and no lower layer has it. */
export function nullFields(resource: ResourceDocument, workspace: Workspace): readonly ShapeFinding[] {
  const below: MapNode[] = [];
  for (const { name } of resource.uses) {
    const spec = workspace.presets.get(name)?.spec;
    if (spec !== undefined) below.push(spec);
  }
  const findings = nullsIn(resource, { spec: resource.spec, path: ['spec'] }, below);
  if (resource.overrides.size === 0) return findings;
  if (resource.spec !== undefined) below.push(resource.spec);
  const all = [...findings];
  for (const [name, { spec }] of resource.overrides) {
    all.push(...nullsIn(resource, { spec, path: ['overrides', name] }, below));
  }
  return all;
}

/** The same for a preset: its null removes the field of an earlier preset, if a resource uses both in that order. */
export function nullFieldsOfPreset(
  { name, spec }: PresetDocument,
  users: readonly (readonly string[])[],
  { presets }: Workspace,
): readonly ShapeFinding[] {
  const findings: ShapeFinding[] = [];
  for (const entry of spec?.entries ?? []) {
    if (entry.value.type !== 'scalar' || entry.value.value !== null || entry.value.alias !== undefined)
      continue;
    const field = textOfKey(entry);
    const fields = Object.values(kinds).flatMap((kind) => kind.fields[field] ?? []);
    const [known] = fields;
    if (known === undefined) continue;
    const isUsed = users.some((uses) =>
      uses.slice(0, uses.lastIndexOf(name)).some((other) => {
        const below = presets.get(other)?.spec;
        return below !== undefined && entryWithKey(below.entries, field) !== undefined;
      }),
    );
    if (!isUsed) findings.push(nullField(['spec', field], known));
  }
  return findings;
}

function nullsIn(
  resource: ResourceDocument,
  { spec, path }: { readonly spec: MapNode | undefined; readonly path: Path },
  below: readonly MapNode[],
): readonly ShapeFinding[] {
  const findings: ShapeFinding[] = [];
  for (const entry of spec?.entries ?? []) {
    if (entry.value.type !== 'scalar' || entry.value.value !== null) continue;
    const field = textOfKey(entry);
    const known = kinds[resource.kind].fields[field];
    // An unknown field has been reported; it may be the misspelt name of one that a lower layer has.
    if (known === undefined) continue;
    // The field's own rule reports that it is missing.
    if ('required' in known) continue;
    // An alias to a missing anchor has been reported.
    if (resource.document.source.text[entry.value.start] === '*') continue;
    if (isFieldInside(resource.kind, known, spec?.entries[spec.entries.indexOf(entry) + 1])) continue;
    if (below.some((layer) => entryWithKey(layer.entries, field) !== undefined)) continue;
    findings.push(nullField([...path, field], known));
  }
  return findings;
}

/** Whether the next key is a field of this module: the module's contents lack an indentation, which is reported. */
function isFieldInside(kind: KindName, field: Field, next: Entry | undefined): boolean {
  if (next === undefined || Object.hasOwn(kinds[kind].fields, textOfKey(next))) return false;
  return Object.hasOwn(fieldsOf(field) ?? {}, textOfKey(next));
}

function nullField(path: Path, { type }: Field): ShapeFinding {
  const field = String(path.at(-1));
  const message = `\`${field}\` is null, but no layer below has it`;
  const why =
    'A null takes out what a preset or `spec` wrote. The API is never sent one: an update cannot remove a module.';
  const help =
    type === 'module'
      ? { help: `delete the line, or write \`${field}: { enabled: false }\` to switch the module off` }
      : {};
  const fix = deletion('unsafe', path, `\`${field}\``);
  return {
    rule: 'null-module',
    finding: { at: { path, on: 'entry' }, message, why, ...help, fix },
    broken: path,
  };
}
