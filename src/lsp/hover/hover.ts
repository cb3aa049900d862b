import { rememberEach } from '../../text/remember-last.ts';
import { docsAddress, filePage, placePage } from '../../derive/explain/docs-address.ts';
import { explainField } from '../../derive/explain/explain.ts';
import { specPath } from '../../derive/forms/fields.ts';
import { isSchema, refTo, type JsonSchema } from '../../derive/schema/json-schema.ts';
import { isKindName, kindNames, kinds } from '../../kinds/index.ts';
import type { Analysis, Engine } from '../engine.ts';
import { sourceAt, roleOf, type FileRole } from '../file-role.ts';
import { nameWords, policyWords, ruleNameAt } from './name-words.ts';
import { mentionAt } from '../mentions/mentions.ts';
import type { RoughKey } from '../rough-parse/rough-key.ts';
import { documentAround, roughParse } from '../rough-parse/rough-parse.ts';
import type { Range, Source } from '../../model/document.ts';
import type { RuleText } from '../../model/lint/rule.ts';
import { ruleParts } from '../../report/explain/explain-rule.ts';
import { explanationMarkdown, mainParts } from '../../report/explain/explanation-text.ts';
import type { Json, Path } from '../../model/value.ts';
import type { Range as ClientRange } from 'vscode-languageserver';
import { clientRange } from '../protocol/client-range.ts';

interface HoverText {
  readonly markdown: string;
  readonly range: ClientRange;
}

/** Describes the name, rule, policy, field or kind at an offset. */
export function hover(
  { workspace }: Analysis,
  { path, offset }: { readonly path: string; readonly offset: number },
  engine: Pick<Engine, 'schemas' | 'rules'>,
): HoverText | undefined {
  const role = roleOf(workspace, path);
  const source = sourceAt(workspace, path);
  if (role === undefined || source === undefined) return undefined;
  const mention = mentionAt(workspace, path, offset);
  if (mention !== undefined && mention.place.end > mention.place.start)
    return { markdown: nameWords(workspace, mention), range: clientRange(mention.place) };
  const { docsUrl } = workspace.settings.lint;
  const rule = ruleNameAt(source, offset, /[\w-]/);
  const known = engine.rules.find(({ id }) => id === rule?.name);
  if (rule !== undefined && known !== undefined) return hoverAt(source, rule, ruleWords(known));
  const named = ruleNameAt(source, offset, /[\w/-]/);
  const policy = workspace.settings.policies.find(({ name }) => `policy/${name}` === named?.name);
  if (named !== undefined && policy !== undefined) return hoverAt(source, named, policyWords(policy));
  const { keys } = roughParse(source.text, documentAround(source.text, offset));
  const kindKey = keys.find(({ path: keyPath, name }) => keyPath.length === 1 && name === 'kind');
  const key = keys.find(({ start, end }) => start <= offset && offset <= end);
  if (key !== undefined) {
    const words = keyWords(key, kindKey?.value, { role, schemas: engine.schemas, docs: docsUrl });
    return words === undefined ? undefined : hoverAt(source, key, words);
  }
  const kind = kindKey === undefined ? undefined : kindWords(kindKey, docsUrl);
  if (kindKey === undefined || kind === undefined || role !== 'resource') return undefined;
  const start = source.text.indexOf(kindKey.value, kindKey.end);
  const end = start + kindKey.value.length;
  return start <= offset && offset <= end ? hoverAt(source, { start, end }, kind) : undefined;
}

function hoverAt(source: Source, { start, end }: Range, markdown: string): HoverText {
  return { markdown, range: clientRange({ source, start, end }) };
}

function kindWords({ value }: RoughKey, docs: string | undefined): string | undefined {
  return isKindName(value) ? fieldWords(value, docs) : undefined;
}

/** The field tables describe most fields of a spec, the schema all others. */
function keyWords(
  { path }: RoughKey,
  kind: string | undefined,
  {
    role,
    schemas,
    docs,
  }: Pick<Engine, 'schemas'> & { readonly role: FileRole; readonly docs: string | undefined },
): string | undefined {
  const inSpec = role === 'resource' ? specPath(path) : undefined;
  if (inSpec !== undefined && inSpec.length > 0) {
    const subject = isKindName(kind ?? '')
      ? kind
      : kindNames.find((name) => Object.hasOwn(kinds[name].fields, String(inSpec[0])));
    const words = fieldWords([subject, ...inSpec].join('.'), docs);
    if (words !== undefined) return words;
  }
  const walk = schemaOf(schemas, role, kind);
  const words = descriptionOf(walk(path));
  const name = path.filter((step) => typeof step === 'string').join('.');
  if (words === undefined) return undefined;
  const page = role === 'resource' ? placePage(kind, path) : filePage(role, path);
  return `**${name}**\n\n${words}\n\n- page: ${docsAddress(docs, page)}`;
}

/** Returns a function that finds the schemas at a path of a file; in a resource file, of a document of this kind. */
export function schemaOf(
  schemas: ReadonlyMap<string, JsonSchema>,
  role: FileRole,
  kind: string | undefined,
): (path: Path) => readonly JsonSchema[] {
  const schema = schemas.get(role);
  if (schema === undefined) throw new Error(`there is no schema of a ${role} file`);
  const walk = walkOf(schema);
  if (role !== 'resource') return (path) => walk(schema, path);
  const name = `document.${kind ?? ''}`;
  const isKnown = Object.hasOwn(schema['definitions'] as object, name);
  const { allOf: _, ...withoutKinds } = schema;
  return (path) => walk(isKnown ? refTo(name) : withoutKinds, path);
}

const walkOf = rememberEach(schemaWalk);

/**
 * Describes a kind, module or field like `explain` does; undefined if there is none with this name. `docs`: where the
 * pages are, if the settings tell.
 */
function fieldWords(subject: string, docs: string | undefined): string | undefined {
  const explanation = explainField(subject);
  if ('suggestions' in explanation) return undefined;
  const { title } = explanation;
  const heading = subject.endsWith(title) ? `**${subject}**` : `**${subject}** (${title})`;
  return `${heading}\n\n${explanationMarkdown(mainParts(explanation, docs))}`;
}

/** Describes a rule like `explain` does. */
export function ruleWords(rule: RuleText): string {
  return `**${rule.id}** (${rule.group})\n\n${explanationMarkdown(ruleParts(rule))}`;
}

/** The schemas at a path below a schema, with references resolved and alternatives included. */
type Walk = (schema: JsonSchema, path: Path) => readonly JsonSchema[];

/** Creates a function that finds the schemas for a path. Conditions are not evaluated: both branches count. */
export function schemaWalk(root: JsonSchema): Walk {
  const definitions = (root['definitions'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const expand = (schema: JsonSchema, words: Json | undefined): readonly JsonSchema[] => {
    const { $ref } = schema;
    const description = words ?? schema['description'];
    if (typeof $ref === 'string') {
      const target = definitions[$ref.slice('#/definitions/'.length)];
      return target === undefined ? [] : expand(target, description);
    }
    const described = description === undefined ? schema : { ...schema, description };
    const branches = [...listOf(schema, 'allOf'), ...listOf(schema, 'anyOf'), ...listOf(schema, 'oneOf')];
    for (const keyword of ['then', 'else']) {
      const branch = schema[keyword];
      if (isSchema(branch)) branches.push(branch);
    }
    return [described, ...branches.flatMap((branch) => expand(branch, description))];
  };
  return (schema, path) =>
    path.reduce<readonly JsonSchema[]>(
      (found, step) =>
        found.flatMap((parent) => child(parent, step)).flatMap((option) => expand(option, undefined)),
      expand(schema, undefined),
    );
}

function child(schema: JsonSchema, step: string | number): readonly JsonSchema[] {
  if (typeof step === 'number') return isSchema(schema['items']) ? [schema['items']] : [];
  const properties = schema['properties'];
  const property = isSchema(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (isSchema(property)) return [property];
  const patterns = Object.entries(isSchema(schema['patternProperties']) ? schema['patternProperties'] : {});
  const fitting = patterns.find(([pattern]) => new RegExp(pattern).test(step))?.[1];
  if (isSchema(fitting)) return [fitting];
  return isSchema(schema['additionalProperties']) ? [schema['additionalProperties']] : [];
}

function listOf(schema: JsonSchema, keyword: string): JsonSchema[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isSchema) : [];
}

/** The first description among some schemas. */
function descriptionOf(schemas: readonly JsonSchema[]): string | undefined {
  for (const { description } of schemas) if (typeof description === 'string') return description;
  return undefined;
}
