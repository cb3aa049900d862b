import { Ajv, type Options } from 'ajv';
import { keywords } from './keywords.ts';

/** The compiler of the validators, for the generator and for the test that compares both ways. Never on a start-up path. */
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
