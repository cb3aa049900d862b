import { expect, test } from 'vitest';
import { refuseEmptyToken } from '../../../src/package/action/run-action.ts';
import { readInputs } from '../../../src/package/action/read-inputs.ts';

type Variables = Readonly<Record<string, string>>;

const check = (env: Variables, inputs: Variables = { INPUT_MODE: 'apply' }): void =>
  refuseEmptyToken(env, readInputs({ env: inputs }));
const ofTwo = { INPUT_MODE: 'apply', INPUT_ENVIRONMENT: 'production\nstaging-eu' };

test.each<[Variables, Variables?]>([
  [{ EDGEWRIGHT_API_TOKEN: 'a' }],
  [{ EDGEWRIGHT_API_TOKEN_FILE: '/run/token' }],
  [{ EDGEWRIGHT_API_TOKEN_FILE: '/run/token' }, ofTwo],
  [{ EDGEWRIGHT_API_TOKEN: '', EDGEWRIGHT_API_TOKEN_PRODUCTION: 'a' }],
  [{ EDGEWRIGHT_API_TOKEN_PRODUCTION: 'a' }, { INPUT_MODE: 'apply', INPUT_PLAN: 'plan.json' }],
  [{ EDGEWRIGHT_API_TOKEN_PRODUCTION: 'a', EDGEWRIGHT_API_TOKEN_STAGING_EU: 'b' }, ofTwo],
])('%o is a credential', (env, inputs) => expect(() => check(env, inputs)).not.toThrow());

test.each<[Variables, Variables?]>([
  [{}],
  [{ EDGEWRIGHT_API_TOKEN: ' ', EDGEWRIGHT_API_TOKEN_FILE: '', EDGEWRIGHT_API_TOKEN_PRODUCTION: '' }],
  [{ EDGEWRIGHT_API_TOKENS: 'a' }],
  [{ EDGEWRIGHT_API_TOKEN_PRODUCTION: 'a' }, ofTwo],
])('%o is none', (env, inputs) => expect(() => check(env, inputs)).toThrow('EDGEWRIGHT_API_TOKEN is empty'));
