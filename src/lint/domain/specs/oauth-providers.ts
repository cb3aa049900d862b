import { fieldAt, fieldsOf } from '../../../derive/forms/fields.ts';
import { isTree, type Tree } from '../../../derive/forms/tree.ts';
import { activeModule } from '../../../derive/module-state.ts';
import type { Spec } from '../../../model/value.ts';
import { rememberLast } from '../../../text/remember-last.ts';

const providerField = fieldAt('https-route', ['oauth', 'provider']);

/** The members that an OAuth provider object can have. */
export const oauthProviders: readonly string[] = Object.keys(
  (providerField === undefined ? undefined : fieldsOf(providerField)) ?? {},
);

interface ConfiguredProvider {
  readonly name: string;
  readonly path: readonly string[];
  readonly config: Tree;
}

/** The providers that an enabled OAuth module configures, with the path to each. */
export const configuredProviders = rememberLast((spec: Spec): readonly ConfiguredProvider[] => {
  const provider = activeModule(spec, 'oauth')?.['provider'];
  if (!isTree(provider)) return [];
  return oauthProviders.flatMap((name) => {
    const config = Object.hasOwn(provider, name) ? provider[name] : undefined;
    return isTree(config) ? [{ name, path: ['oauth', 'provider', name], config }] : [];
  });
});
