import { Ajv, type Options } from 'ajv';
import { keywords } from './keywords.ts';

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
