import type { Tree } from '../../../derive/forms/tree.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { Spec } from '../../../model/value.ts';
import { loginModules } from '../../../routing/protecting-modules.ts';
import { rememberLast } from '../../../text/remember-last.ts';

/** The enabled login modules, with their names. */
export const activeLogins = rememberLast(
  (spec: Spec): readonly { readonly name: string; readonly module: Tree }[] =>
    loginModules.flatMap((name) => {
      const module = activeModule(spec, name);
      return module === undefined ? [] : [{ name, module }];
    }),
);
