import { readFileSync } from 'node:fs';
import { Ajv, type AnySchemaObject } from 'ajv';
import { validateXML } from 'xmllint-wasm';
import type { LintFormat } from '../../../src/run/lint/lint-formats.ts';

type Violations = readonly string[] | Promise<readonly string[]>;

/** Checks of the formats with a schema or a grammar. */
const checks: Partial<Record<LintFormat, (text: string) => Violations>> = {
  sarif: (text) => violations(draft7(schema('schemas/sarif-2.1.0.json')), JSON.parse(text)),
  gitlab: (text) => violations(schema('schemas/gitlab-code-quality.json'), JSON.parse(text)),
  json: (text) => violations(schema('../../../schemas/lint.schema.json'), JSON.parse(text)),
  jsonl: (text) =>
    text
      .split(/(?<=\n)/)
      .filter((line) => line !== '')
      .flatMap((line) => [
        ...violations(lineSchema(), JSON.parse(line)),
        ...(line.endsWith('\n') ? [] : ['no line end']),
      ]),
  junit: (text) => xmlViolations(text, file('schemas/junit.xsd')),
  checkstyle: (text) => xmlViolations(text, file('schemas/checkstyle.xsd')),
  github: (text) => text.split('\n').filter((row) => row.startsWith('::') && !workflowCommand.test(row)),
};

/** The violations of an output against the schema of its format; none if the format has no schema. */
export async function violationsOf(format: LintFormat, text: string): Promise<readonly string[]> {
  return (await checks[format]?.(text)) ?? [];
}

/** The grammar of workflow commands that annotate: properties without `,` and `:`, a message on one line. */
const workflowCommand =
  /^::(?:error|warning|notice) file=[^,:\r\n]+,line=\d+,col=\d+,endLine=\d+(?:,endColumn=\d+)?,title=[\w/-]+::[^\r\n]+$/;

function violations(schemaObject: AnySchemaObject, value: unknown): readonly string[] {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false, unicodeRegExp: false });
  const validate = ajv.compile(schemaObject);
  if (validate(value) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

async function xmlViolations(text: string, xsd: string): Promise<readonly string[]> {
  const { errors, valid } = await validateXML({
    xml: [{ fileName: 'report.xml', contents: text }],
    schema: [xsd],
  });
  return valid ? [] : errors.map(({ message }) => message);
}

/** The SARIF schema says `id` where draft 7 says `$id`; it uses nothing else that the drafts tell apart. */
function draft7({ id: _id, $schema: _draft, ...rest }: AnySchemaObject): AnySchemaObject {
  return rest;
}

function lineSchema(): AnySchemaObject {
  const { definitions } = schema('../../../schemas/lint.schema.json');
  return { $ref: '#/definitions/finding', definitions: definitions as AnySchemaObject };
}

function schema(path: string): AnySchemaObject {
  return JSON.parse(file(path)) as AnySchemaObject;
}

function file(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}
