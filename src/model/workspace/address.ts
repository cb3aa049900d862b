import type { KindName } from '../../kinds/kind.ts';

/** `<kind>/<name>`: the name of a resource everywhere. */
export type Address = `${KindName}/${string}`;
