export const toldPages: readonly string[];
