import {
  Ajv,
  _,
  str,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type Name,
  type Options,
} from 'ajv';
import { wholeVariable, anyExpression } from './expression-patterns.ts';

/**
 * Patterns for expressions in place of values, as far as schemas need them. The workspace parses the language itself.
 */

/** The API counts bytes of UTF-8, `maxLength` counts code points. */
const maxBytes: CodeKeywordDefinition = {
  keyword: 'maxBytes',
  type: 'string',
  schemaType: 'number',
  error: {
    message: ({ schema }) => str`must be at most ${schema as number} bytes long`,
    params: ({ schema, data }) => _`{limit: ${schema as number}, actual: Buffer.byteLength(${data})}`,
  },
  code(cxt) {
    cxt.fail(_`Buffer.byteLength(${cxt.data}) > ${cxt.schema as number}`);
  },
};

/** Edgewright's own keywords; all are compiled into code and not needed at run time. */
const keywords: readonly CodeKeywordDefinition[] = [
  maxBytes,
  unless('unlessNull', (_cxt, data) => _`${data} === null`),
  unless('unlessVariable', (cxt, data) => matches(cxt, data, wholeVariable)),
  unless('unlessExpression', (cxt, data) => matches(cxt, data, anyExpression)),
];

/** The compiler of the validators, used by the generator and by the test that compares both ways; never at startup. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    inlineRefs: false,
    messages: false,
    ...options,
  });
  for (const keyword of keywords) ajv.addKeyword(keyword);
  return ajv;
}

/**
 * `{<keyword>: schema}`: the schema applies unless the value is exempt. Draft-07 can express this with `anyOf`, but
 * then one wrong number gives three errors, two of them about strings and patterns.
 */
function unless(keyword: string, isExempt: (cxt: KeywordCxt, data: Name) => Code): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: 'object',
    code(cxt) {
      const valid = cxt.gen.let('valid', true);
      cxt.gen.if(_`!(${isExempt(cxt, cxt.data)})`, () => {
        const inner = cxt.gen.name('inner');
        cxt.subschema({ keyword }, inner);
        cxt.gen.assign(valid, inner);
      });
      cxt.ok(valid);
    },
  };
}

function matches(cxt: KeywordCxt, data: Name, pattern: string): Code {
  const regex = cxt.gen.scopeValue('pattern', {
    key: pattern,
    ref: new RegExp(pattern),
    code: _`new RegExp(${pattern})`,
  });
  return _`typeof ${data} == "string" && ${regex}.test(${data})`;
}
