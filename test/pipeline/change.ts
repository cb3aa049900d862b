import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../../src/model/value.ts';
import type { GeneratedResource, GeneratedWorkspace } from '../arbitraries/generated-workspace.ts';
import { mutateSpec } from '../arbitraries/spec.ts';
import { arbitraryWorkspace, vocabulary } from '../arbitraries/workspace.ts';

/** A workspace before and after an edit of one resource. */
export interface Edited {
  readonly before: GeneratedWorkspace;
  readonly after: GeneratedWorkspace;
  /** The position of the resource among those of `before`. */
  readonly index: number;
  readonly edit: 'field' | 'identity' | 'removed' | 'rewritten';
}

export function editedWorkspace({ maxResources = 6 } = {}): Arbitrary<Edited> {
  return arbitraryWorkspace({ maxResources }).chain((before) =>
    fc.nat(before.resources.length - 1).chain((index) =>
      fc.oneof(
        { weight: 7, arbitrary: fieldEdit(before, index) },
        { weight: 1, arbitrary: identityEdit(before, index) },
        // The last resource is never removed: a workspace needs one.
        { weight: before.resources.length > 1 ? 1 : 0, arbitrary: fc.constant(removal(before, index)) },
        { weight: 1, arbitrary: rewriting(before, index) },
      ),
    ),
  );
}

/** Changes the meaning of one field of the resource's own spec. */
function fieldEdit(before: GeneratedWorkspace, index: number): Arbitrary<Edited> {
  const { kind, spec } = before.resources[index]!;
  return mutateSpec(kind, spec, vocabulary).map(({ spec: changed }) => ({
    before,
    after: withSpec(before, index, changed),
    index,
    edit: 'field',
  }));
}

/** Changes the identity of the resource: its edge, match, url or hostport. */
function identityEdit(before: GeneratedWorkspace, index: number): Arbitrary<Edited> {
  const { kind, spec } = before.resources[index]!;
  return fc.constantFrom(...identityEdits(kind, spec)).map((changed) => ({
    before,
    after: withSpec(before, index, { ...spec, ...changed }),
    index,
    edit: 'identity',
  }));
}

function identityEdits(kind: GeneratedResource['kind'], spec: JsonObject): readonly JsonObject[] {
  switch (kind) {
    case 'endpoint':
      return [{ url: (spec['url'] as string).replace('://', '://moved-') }];
    case 'tls-edge':
      return [{ hostports: (spec['hostports'] as readonly string[]).map((each) => `moved-${each}`) }];
    case 'https-route': {
      const other = (name: string, values: readonly string[]): JsonObject => ({
        [name]: values.find((value) => value !== spec[name])!,
      });
      return [
        other('edge_id', ['https-edge/main', 'https-edge/other']),
        other('match_type', ['exact_path', 'path_prefix']),
        { match: `${spec['match'] as string}/moved` },
      ];
    }
  }
}

function removal(before: GeneratedWorkspace, index: number): Edited {
  const resources = before.resources.filter((_, position) => position !== index);
  return { before, after: { ...before, resources }, index, edit: 'removed' };
}

/** Rewrites the workspace without a change of meaning: variables and files become literals, or the reverse. */
function rewriting(before: GeneratedWorkspace, index: number): Arbitrary<Edited> {
  return fc
    .nat(6)
    .map((expressions) => ({ before, after: { ...before, expressions }, index, edit: 'rewritten' }));
}

function withSpec(workspace: GeneratedWorkspace, index: number, spec: JsonObject): GeneratedWorkspace {
  const resources = workspace.resources.map((one, position) => (position === index ? { ...one, spec } : one));
  return { ...workspace, resources };
}
