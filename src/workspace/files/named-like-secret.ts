export const holdsSecrets = 'this file holds secrets, by its place or its name';

export const holdsSecretsHelp =
  'refer to a secret as `$(secret:NAME)`; give any other file a name with an extension, outside of `--secrets-dir`';

/** A file in a folder of secrets, one of variables or one of a key: `SHOP_OIDC`, `production.env`, `tls.key`. */
export function isNamedLikeSecret(name: string): boolean {
  return /^[A-Z][A-Z0-9_]*$|^\.env(?:rc$|\.|$)|\.(?:env|key|p12|pfx|jks|kdbx)$/.test(name);
}
