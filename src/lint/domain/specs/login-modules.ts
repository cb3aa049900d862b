import type { Spec } from '../../../model/value.ts';
import { rememberLast } from '../../../text/remember-last.ts';
import { activeModule, type Tree } from './values.ts';

/** The modules that make a user log in and keep a session. */
export const loginModules = ['oauth', 'saml', 'oidc'] as const;

/** The login modules that are in force, with their names. */
export const activeLogins = rememberLast(
  (spec: Spec): readonly { readonly name: string; readonly module: Tree }[] =>
    loginModules.flatMap((name) => {
      const module = activeModule(spec, name);
      return module === undefined ? [] : [{ name, module }];
    }),
);
