/** Variables with values, not those with names of files. */
const secretName =
  /^EDGEWRIGHT_(?:SECRET_.+|API_TOKEN(?:_(?!FILE$).+)?|FORGE_TOKEN|.*KEY)$|^(?:GITHUB|GH|GITLAB|GITEA|FORGEJO)_TOKEN$/;

/** Names and values of the environment variables that hold secrets, sorted by name. */
export function secretVariables(
  env: Readonly<Record<string, string | undefined>>,
): readonly (readonly [name: string, value: string])[] {
  const names = Object.keys(env).filter((name) => secretName.test(name));
  return names.sort().flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
}
