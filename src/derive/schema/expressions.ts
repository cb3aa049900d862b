/**
 * Where an expression may stand instead of a value (DESIGN 2). The words of the language are read by the workspace;
 * here is only as much of it as a schema needs.
 */

/** The name of a variable of an environment. */
export const variableName = '[A-Za-z_][A-Za-z0-9_-]*';

/** A text that is exactly one `$(name)`: it takes the variable's value and type. */
export const wholeVariable = `^\\$\\(${variableName}\\)$`;

/** A text with an expression somewhere in it: what it will say is not known before it is compiled. */
export const anyExpression = '\\$\\(';

/** The only thing that a secret field takes. */
export const wholeSecret = '^\\$\\(secret:[A-Z][A-Z0-9_]*\\)$';

/** The name of a secret. */
export const secretName = '^[A-Z][A-Z0-9_]*$';

/** The name of a resource, a preset, an environment. */
export const resourceName = '^[a-z0-9]([a-z0-9-]{0,62})$';

/** The name of a policy. */
export const policyName = '^[a-z]([a-z0-9-]{0,62})$';

/** An Ed25519 public key as SubjectPublicKeyInfo in base64: always the same beginning, then 32 bytes. */
export const snapshotKey = '^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$';
