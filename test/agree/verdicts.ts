import { withMarkerIn } from '../../src/apply/make-ready.ts';
import { compile } from '../../src/workspace/compile/compile.ts';
import { bodyText } from '../../src/derive/secrets/body-text.ts';
import type { KindName } from '../../src/kinds/kind.ts';
import { kinds } from '../../src/kinds/index.ts';
import { lint } from '../../src/lint/engine/lint.ts';
import { rules } from '../../src/lint/rules.ts';
import { Secret } from '../../src/model/secret.ts';
import type { JsonObject, Spec } from '../../src/model/value.ts';
import { createRequest, updateRequest } from '../../src/plan/steps/requests.ts';
import { alone, workspaceOf } from '../lint/workspace-of.ts';
import type { Document } from './documents.ts';
import { openLocalApi, type Answered } from './local-api.ts';
import { secretValue } from './names.ts';

/** The results of both sides for a document. */
export interface Verdicts {
  /** The rules of lint with an error, under `recommended`. */
  readonly errors: readonly string[];
  /** Those of them that the API's description states, or that are about traffic policies, those with their message. */
  readonly must: readonly string[];
  /** The messages of the errors. */
  readonly messages: readonly string[];
  /** The errors of the API for its bodies. */
  readonly refusals: readonly string[];
  /** The body of the create that is sent, as JSON; undefined where nothing is compiled. */
  readonly sent: string | undefined;
}

const mustRules = new Set(rules.filter(({ isMust }) => isMust).map(({ id }) => id));
const policyRules = new Set(rules.filter(({ group }) => group === 'traffic-policy').map(({ id }) => id));

/**
 * Lints a document, and sends what the compiler makes of it, whatever lint says, and what it means: as a create, and as
 * an update of an object that is right.
 */
export function verdictsOn(document: Document): Verdicts {
  const workspace = workspaceOf(document.files, alone);
  const compiled = compile(workspace, environment);
  const { diagnostics } = lint({
    workspace,
    compiled: new Map([[environment, compiled]]),
    now: new Date('2026-01-01T00:00:00Z'),
    rules,
  });
  const found = diagnostics.filter(({ severity }) => severity === 'error');
  const errors = [...new Set(found.map(({ rule }) => rule))].sort();
  const spec = compiled.desired[0]?.spec;
  return {
    errors,
    messages: found.map(({ message }) => message),
    must: [
      ...errors.filter((id) => mustRules.has(id)),
      ...found.flatMap(({ rule, message }) => (policyRules.has(rule) ? [`${rule}: ${message}`] : [])),
    ],
    refusals: [...refusedCreates(document, spec), ...refusedUpdates(document, spec)],
    sent: spec === undefined ? undefined : createBody(document.kind, spec),
  };
}

const environment = 'production';

function refusedCreates({ kind, meant, edgeId }: Document, spec: Spec | undefined): readonly string[] {
  const own = openLocalApi().create(kind, pathId(edgeId), markedBody(meant));
  if (spec === undefined) return ['nothing is compiled'];
  const compiled = openLocalApi().create(kind, pathId(spec['edge_id']), createBody(kind, spec));
  return [...refusalOf('compiled POST', compiled), ...refusalOf('meant POST', own)];
}

function refusedUpdates({ kind, base, meant, name }: Document, spec: Spec | undefined): readonly string[] {
  if (kinds[kind].operations.update === undefined) return [];
  const api = openLocalApi();
  const made = api.create(kind, 'edghts_1', JSON.stringify(base));
  if ('refusal' in made) throw new Error(`${name}: what it begins with is refused: ${made.refusal}`);
  const update = (body: string): Answered => api.update(kind, made.object['id'] as string, 'edghts_1', body);
  const { type: _type, ...rest } = meant;
  return [
    ...(spec === undefined ? [] : refusalOf('compiled PATCH', update(updateBody(kind, spec)))),
    ...refusalOf('meant PATCH', update(JSON.stringify(kind === 'endpoint' ? rest : meant))),
  ];
}

function refusalOf(what: string, answered: Answered): readonly string[] {
  return 'refusal' in answered ? [`${answered.refusal} (${what})`] : [];
}

/** An id of the path; one that is no text becomes one that does not exist. */
function pathId(id: unknown): string {
  return typeof id === 'string' ? id : '';
}

function createBody(kind: KindName, spec: Spec): string {
  return withMarkerIn(revealed(createRequest(kind, spec).body ?? {}), marker);
}

function updateBody(kind: KindName, spec: Spec): string {
  return revealed(updateRequest(kind, { id: 'x', edge_id: 'x' }, spec).body ?? {});
}

function revealed(body: Spec): string {
  const made = bodyText(body, (name) => new Secret(secretValue(name)));
  if ('missing' in made) throw new Error(`no value for ${made.missing.join()}`);
  return made.text;
}

const marker = { owner: '0'.repeat(16), address: '0'.repeat(12), op: '0'.repeat(32) };

/** The body of a create with the marker added; metadata that is not a string stays as it is. */
export function markedBody(body: JsonObject): string {
  const { metadata } = body;
  const text = JSON.stringify(body);
  return metadata !== undefined && typeof metadata !== 'string' ? text : withMarkerIn(text, marker);
}
